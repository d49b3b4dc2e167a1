import { useEffect, useRef } from 'react';
import type { Pace } from '../../../core/board/board.ts';
import { durationText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { longestQuery } from '../../../core/watch/order-search.ts';
import { useModel, useSetting, useSettings, useSlice, useText } from '../../model-context.tsx';
import { focusList } from '../../window-keys.ts';
import { groupOfView, groupView, isGroupView, isViewName, markable } from '../../board/views.ts';
import { Swatch } from '../controls/group-name.tsx';
import { Received } from '../controls/received.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Menu } from '@base-ui/react/menu';
import { PopupMenu } from '../controls/popup-menu.tsx';
import {
  changedGroupColors,
  colorOf,
  type GroupColorName,
  groupColorNames,
} from '../../../core/settings/group-colors.ts';
import { type Narrowing, promiseChoices } from '../../../core/settings/list-show.ts';
import { listSorts } from '../../../core/settings/list-sort.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { orderCommands } from '../order-commands.ts';
import { GroupActions } from '../group-menu.tsx';
import { MoreActions, SelectionButtons } from '../order-menu.tsx';

/** A menu that shows and changes the order of the list. */
function SortMenu() {
  const { board: texts } = useText();
  const { value: sort, onChange } = useSetting('listSort');
  return (
    <PopupMenu
      look="s quiet"
      label={texts.sortBy(texts.sorts[sort])}
      align="end"
      face={
        <>
          <Icon name="sort" className="s" />
          <span className="sort-name">{texts.sorts[sort]}</span>
        </>
      }
    >
      <Menu.RadioGroup value={sort}>
        {listSorts.map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            className="menu-item hstack"
            closeOnClick
            onClick={() => onChange(name)}
          >
            <Icon name="check" className={name === sort ? 's' : 's unchosen'} />
            <span className="grow">{texts.sorts[name]}</span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </PopupMenu>
  );
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  /** The colour that stands before the name. */
  readonly color?: GroupColorName | 'none';
}

interface ChoicesProps<Value extends string> {
  readonly title: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

function Choices<Value extends string>({ choices, onChange, title, value }: ChoicesProps<Value>) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="menu-title fs11 strong t3">{title}</Menu.GroupLabel>
      <Menu.RadioGroup value={value}>
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice.value}
            value={choice.value}
            className="menu-item hstack"
            closeOnClick
            onClick={() => onChange(choice.value)}
          >
            <Icon name="check" className={choice.value === value ? 's' : 's unchosen'} />
            {choice.color === undefined ? null : <Swatch color={choice.color} />}
            <Received className="grow cut" text={choice.name} />
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}

/** A menu that narrows the view to a group or to promises, and says to what it is narrowed. */
function NarrowMenu() {
  const { list } = useModel();
  const text = useText();
  const { groupsNav, narrowing: texts } = text;
  const { group, promise } = useSlice(list, (state) => state.narrowing);
  const groups = useSlice(list, (state) => state.groups);
  const { groupColors } = useSettings();
  const isOfGroup = useSlice(list, (state) => isGroupView(state.view));
  const groupName = (choice: Narrowing['group']) => {
    if (isGroupView(choice)) return groupOfView(choice);
    return choice === 'all' ? texts.allGroups : groupsNav.none;
  };
  const chosen = [
    ...(group === 'all' ? [] : [groupName(group)]),
    ...(promise === 'all' ? [] : [texts.promises[promise]]),
  ].join(', ');
  return (
    <PopupMenu
      look={chosen === '' ? 's quiet' : 's'}
      label={chosen === '' ? texts.show : texts.showing(chosen)}
      align="end"
      face={
        <>
          <Icon name="funnel" className="s" />
          <span className={chosen === '' ? 'sort-name' : 'cut chosen'}>{chosen || texts.show}</span>
        </>
      }
    >
      <Choices
        title={texts.promise}
        value={promise}
        choices={promiseChoices.map((value) => ({ value, name: texts.promises[value] }))}
        onChange={(next) => list.narrow({ promise: next })}
      />
      {isOfGroup || groups.length === 0 ? null : (
        <Choices
          title={groupsNav.title}
          value={group}
          choices={[
            { value: 'all', name: texts.allGroups },
            ...groups.map((each) => ({
              value: groupView(each.group),
              name: each.group,
              color: colorOf(groupColors, each.group),
            })),
            { value: 'noGroup', name: groupsNav.none },
          ]}
          onChange={(next) => list.narrow({ group: next })}
        />
      )}
    </PopupMenu>
  );
}

function FilterField() {
  const model = useModel();
  const { list: texts } = useText();
  const filter = useSlice(model.list, (state) => state.filter);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusField = () => {
      input.current?.focus();
      input.current?.select();
    };
    focusField();
    return model.layers.subscribe((state, before) => {
      if (state.filterAsks !== before.filterAsks) focusField();
    });
  }, [model.layers]);
  const close = () => {
    model.list.setFilter('');
    model.layers.setFiltering(false);
    focusList();
  };
  return (
    <div className="field hstack">
      <Icon name="search" className="s t3" />
      <input
        ref={input}
        type="text"
        aria-label={texts.filterOrders}
        placeholder={texts.filterHint}
        spellCheck={false}
        maxLength={longestQuery}
        value={filter}
        onChange={(event) => model.list.setFilter(event.target.value)}
      />
      <IconButton icon="x" look="quiet s" isSmall label={texts.clearFilter} onClick={close} />
    </div>
  );
}

/** Fewer first checks than these are done within seconds and need no progress bar. */
const fewChecks = 20;

/** At which rate the first checks go, in whole requests; 0 while that is not known. */
function firstChecksPerMinute(pace: Pace | undefined): number {
  return Math.round(pace?.checks?.possiblePerMinute ?? pace?.requestsPerMinute ?? 0);
}

/** How far the first round of checks is, while many orders wait for it. */
function FirstChecks() {
  const model = useModel();
  const text = useText();
  const texts = text.board;
  const perMinute = useSlice(model.board, ({ app }) => firstChecksPerMinute(app?.pace));
  const waiting = useSlice(model.list, (state) => state.unchecked);
  const all = useSlice(model.list, (state) => state.counts.all);
  if (waiting < fewChecks) return null;
  return (
    <>
      <span className="first-checks cut fs12 t2 num">
        {texts.firstCheck(all - waiting, all)}
        {perMinute > 0 ? (
          <span className="left">
            {texts.firstCheckLeft(
              durationText((waiting / perMinute) * 60_000, text.locale),
              perMinute,
            )}
          </span>
        ) : null}
      </span>
      <span
        className="progress"
        aria-hidden="true"
        style={{ '--share': all > 0 ? (all - waiting) / all : 0 }}
      >
        <i />
      </span>
    </>
  );
}

/** What can be done with several selected orders, and a button that ends the selection. */
function SelectionBar({ ids }: { readonly ids: readonly OrderId[] }) {
  const model = useModel();
  const { preferences } = useText();
  return (
    <>
      <SelectionButtons ids={ids} />
      <IconButton
        icon="clock"
        look="s quiet"
        label={preferences.promise}
        title={`${preferences.promise}  T`}
        onClick={() => orderCommands(model, ids).promise.run()}
      />
      <MoreActions ids={ids} />
      <ClearSelection />
    </>
  );
}

function ClearSelection() {
  const { selection } = useModel();
  const { list: texts } = useText();
  return (
    <IconButton
      icon="x"
      look="s quiet"
      isSmall
      label={texts.clearSelection}
      title={`${texts.clearSelection}  Esc`}
      onClick={() => {
        focusList();
        selection.select(selection.getState().activeId);
      }}
    />
  );
}

/** What can be done with all orders of a view that are too many to be read: they can be erased. */
function AllSelectedBar() {
  const { archive, board, list, privacy } = useModel();
  const { settings } = useText();
  const total = useSlice(list, (state) => state.total);
  const erase = () => {
    const { query } = archive.getState();
    const { heldIds } = board.getState();
    const ids = list.getState().arrangement.orderIds.filter((id) => !heldIds.has(id));
    if (query === null) return;
    privacy.ask({
      kind: 'orders',
      ids,
      subject: '',
      archived: { query, many: total - ids.length },
    });
  };
  return (
    <>
      <Button look="s" onClick={erase}>
        {settings.privacy.orders(total)}
      </Button>
      <ClearSelection />
    </>
  );
}

/** A menu that shows and changes the colour of a group. */
function ColorMenu({ group }: { readonly group: string }) {
  const { groupsNav: texts } = useText();
  const { value: colors, onChange } = useSetting('groupColors');
  const color = colorOf(colors, group);
  const label = texts.color(texts.colors[color]);
  return (
    <PopupMenu
      look="s quiet"
      label={label}
      title={label}
      align="start"
      face={<Swatch color={color} />}
    >
      <Choices
        title={texts.colorTitle}
        value={color}
        choices={(['none', ...groupColorNames] as const).map((value) => ({
          value,
          name: texts.colors[value],
          color: value,
        }))}
        onChange={(next) =>
          onChange(changedGroupColors(colors, group, next === 'none' ? null : next))
        }
      />
    </PopupMenu>
  );
}

function GroupTitle({ group, isHidden }: { readonly group: string; readonly isHidden: boolean }) {
  const { groupsNav: texts } = useText();
  return (
    <h1 className={isHidden ? 'vh' : 'fs15 strong hstack group-title'}>
      <span className="vh">{texts.title}</span>
      <Received className="cut" text={group} />
    </h1>
  );
}

/** Marks all orders of the view, as the filter leaves them, as seen; gone when that changes nothing. */
function MarkAllSeen() {
  const { actions, board, list } = useModel();
  const texts = useText().list;
  const ids = useSlice(list, (state) => state.arrangement.orderIds);
  const many = useSlice(board, ({ rows }) => markable(ids, rows).length);
  if (many === 0) return null;
  return (
    <Button
      look="s quiet"
      title={texts.markSeen(many)}
      onClick={() => {
        // The button is gone once it has done its work.
        focusList();
        void actions.markSeen(ids);
      }}
    >
      <Icon name="eye" className="s" />
      <span className="mark-all">{texts.markAllSeen}</span>
    </Button>
  );
}

/** The name and the size of the open view, how far its first checks are, the filter and the order; with
 * several orders selected, their number and what can be done with them. */
export function ListHead() {
  const model = useModel();
  const text = useText();
  const view = useSlice(model.list, (state) => state.view);
  const total = useSlice(model.list, (state) => state.total);
  const isAll = useSlice(model.selection, (state) => state.isAll);
  const isFiltering = useSlice(model.layers, (state) => state.isFiltering);
  const selectedIds = useSlice(model.selection, (state) => state.selectedIds);
  const isMany = selectedIds.size > 1;
  // What narrows a view does not hold for the orders of a card.
  const isOfCard = useSlice(model.list, (state) => state.cardIds !== null);
  // The details show the same buttons, and may lie over these.
  const isOpen = useSlice(model.detail, (state) => state.openId !== null);
  const isSelecting = isMany && (isAll || !isOpen);
  return (
    <div className="lhead hstack">
      {isViewName(view) ? (
        <h1 className={isMany ? 'vh' : 'fs15 strong'}>{text.views[view]}</h1>
      ) : (
        <GroupTitle group={groupOfView(view)} isHidden={isMany} />
      )}
      {isMany ? null : <span className="t3 num">{text.count(total)}</span>}
      {isMany || isViewName(view) ? null : <ColorMenu group={groupOfView(view)} />}
      {isViewName(view) ? null : (
        // It stays in the document: a menu that is gone gives the focus back, away from the field that it led to.
        <span hidden={isMany}>
          <GroupActions group={groupOfView(view)} />
        </span>
      )}
      {/* It stays in the document: a screen reader reads only what comes into one that was there. */}
      <output className="strong num">
        {isMany ? text.list.selected(isAll ? total : selectedIds.size) : null}
      </output>
      <span className="grow" />
      {isSelecting && isAll ? <AllSelectedBar /> : null}
      {isSelecting && !isAll ? <SelectionBar ids={model.selection.selected()} /> : null}
      {isSelecting ? null : <FirstChecks />}
      {isSelecting ? null : <MarkAllSeen />}
      {isFiltering ? <FilterField /> : null}
      {isFiltering || isSelecting ? null : (
        <Button look="s quiet" onClick={() => model.layers.setFiltering(true)}>
          <Icon name="search" className="s" />
          <span className="filter-name">
            {text.list.filter} <Keys keys={['/']} />
          </span>
        </Button>
      )}
      {isSelecting || isOfCard ? null : <NarrowMenu />}
      {isSelecting ? null : <SortMenu />}
    </div>
  );
}
