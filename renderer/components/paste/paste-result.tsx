import { type CSSProperties, type KeyboardEvent, useMemo, useState } from 'react';
import { stretchOf } from '../../../core/board/board.ts';
import { durationText, momentText, shortId } from '../../../core/order/format.ts';
import {
  type FoundOrder,
  hasColumns,
  labelOf,
  mostLabelUnits,
  type PastePreview,
  rowsWithoutUuid,
  unreadTimes,
  updatedBy,
  spareColumn,
} from '../../stores/paste-store.ts';
import { useIsViewer, useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import { focusList, focusPasteBar, watchPasted } from '../../window-keys.ts';
import type { IconName } from '../../icon-sprite.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Button } from '../controls/button.tsx';
import { Segments } from '../controls/settings-controls.tsx';
import { Switch } from '../controls/switch.tsx';

/** With more than these, the result says how many and keeps line numbers. */
const mostInline = 8;

/** The height of a line in px, as in paste-bar.css. It is fixed, so a long result can be virtual. */
const lineHeight = 36;
/** As many lines as a long result shows at once, cut ones counted. */
const linesInSight = 12;
/** Lines that are drawn above and below, so that Tab finds the next field there. */
const spareLines = 6;

interface Line {
  readonly key: string;
  readonly kind: 'fresh' | 'known' | 'rejected';
  readonly uuid: string;
  readonly name: string | null;
  readonly says: string;
  readonly line: number | null;
  /** The order that was found; null for what is none. */
  readonly found: FoundOrder | null;
}

function linesOf(preview: PastePreview, texts: Dictionary['pasteBar']): readonly Line[] {
  const fresh = preview.fresh.map((found): Line => ({
    key: found.id,
    kind: 'fresh',
    uuid: found.id,
    name: null,
    says: found.looksFinished ? texts.isNewFinished : texts.isNew,
    line: found.line,
    found,
  }));
  const known = preview.known.map((found): Line => ({
    key: found.id,
    kind: 'known',
    uuid: shortId(found.id),
    name: found.row.label ?? found.row.customer ?? found.label,
    says: found.looksFinished ? texts.alreadyFinished : texts.alreadyWatched,
    line: found.line,
    found,
  }));
  const rejected = preview.rejected.map((found, index): Line => ({
    key: `rejected ${index}`,
    kind: 'rejected',
    uuid: found.text,
    name: null,
    says: texts.rejectedBecause[found.reason](found.text.length),
    line: found.line,
    found: null,
  }));
  const isBulk = fresh.length + known.length + rejected.length > mostInline;
  return isBulk ? [...rejected, ...known, ...fresh] : [...fresh, ...known, ...rejected];
}

const lineIcons = {
  fresh: { name: 'plus', tone: 'c-done' },
  known: { name: 'eye', tone: 't2' },
  rejected: { name: 'x', tone: 't2' },
} as const;

/** Escape leaves a field first: what was typed into the others would go with the preview. */
function leaveFirst(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.stopPropagation();
  focusPasteBar();
}

/** The label that a new order gets: as found in the text, until the dispatcher says otherwise. */
function LabelField({ found }: { readonly found: FoundOrder }) {
  const { paste } = useModel();
  const { pasteBar } = useText();
  const label = useSlice(paste, (state) => labelOf(found, state));
  return (
    <input
      className="input"
      placeholder={pasteBar.labelHint}
      aria-label={pasteBar.labelOf(shortId(found.id))}
      maxLength={mostLabelUnits}
      autoComplete="off"
      spellCheck={false}
      value={label}
      onChange={(event) => paste.setOwnLabel(found.id, event.target.value)}
      onKeyDown={leaveFirst}
    />
  );
}

/** The group and the promised time that the text names, as far as they are used. */
function FoundColumns({ found }: { readonly found: FoundOrder }) {
  const { paste, time } = useModel();
  const { locale, pasteBar } = useText();
  const isUsed = useSlice(paste, (state) => state.foundColumns === 'found');
  const { group, promised } = found;
  if (!isUsed) return null;
  return (
    <>
      {group === undefined ? null : (
        <>
          {pasteBar.comma}
          <bdi className="strong cut said-group">{group}</bdi>
        </>
      )}
      {promised === undefined ? null : pasteBar.comma}
      {promised === undefined ? null : promised.atMs === null ? (
        <span className="c-attention">
          {pasteBar.timeUnread}
          <bdi>{promised.text}</bdi>
        </span>
      ) : (
        pasteBar.promised(momentText(promised.atMs, time.nowMs(), locale))
      )}
    </>
  );
}

interface FoundLineProps {
  readonly line: Line;
  readonly isBulk: boolean;
  readonly style?: CSSProperties;
}

function FoundLine({ line, isBulk, style }: FoundLineProps) {
  const { pasteBar } = useText();
  const icon = lineIcons[line.kind];
  return (
    <li className={line.kind} style={style}>
      <Icon name={icon.name} className={icon.tone} />
      <span className="cut">
        <bdi className="mono">{line.uuid}</bdi> {line.name === null ? null : <bdi>{line.name}</bdi>}
      </span>
      {line.kind === 'fresh' && line.found !== null ? <LabelField found={line.found} /> : null}
      <span className="fs12 t2 num cut">
        {isBulk && line.line !== null ? pasteBar.line(line.line) : null}
        {line.says}
        {line.found === null ? null : <FoundColumns found={line.found} />}
      </span>
    </li>
  );
}

/** A field that is scrolled out of sight hands the focus to the list, because it may not stay drawn. */
function keepFocusInSight(list: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === list || focused === null || !list.contains(focused)) return;
  const { top, bottom } = list.getBoundingClientRect();
  const field = focused.getBoundingClientRect();
  if (field.bottom <= top || field.top >= bottom) list.focus({ preventScroll: true });
}

/** A long result, of which only the lines in sight and some around them are drawn. */
function BulkLines({ lines }: { readonly lines: readonly Line[] }) {
  const [topmost, setTopmost] = useState(0);
  const from = Math.max(0, topmost - spareLines);
  const drawn = lines.slice(from, topmost + linesInSight + spareLines);
  const below = lines.length - from - drawn.length;
  return (
    <ul
      className="bulk"
      // A list that scrolls must be reachable by keyboard (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        keepFocusInSight(currentTarget);
        setTopmost(Math.floor(currentTarget.scrollTop / lineHeight));
      }}
    >
      {drawn.map((line, at) => {
        const style = {
          marginTop: at === 0 ? from * lineHeight : 0,
          marginBottom: at === drawn.length - 1 ? below * lineHeight : 0,
        };
        return <FoundLine key={line.key} line={line} isBulk style={style} />;
      })}
    </ul>
  );
}

/** Says what watching more will cost, when it makes the checks rarer. */
function Cost({ many }: { readonly many: number }) {
  const model = useModel();
  const text = useText();
  const { activeEverySeconds } = useSettings();
  const already = useSlice(model.list, (state) => state.counts.all - state.counts.done);
  const checks = useSlice(model.board, (state) => state.app?.pace.checks ?? null);
  if (checks === null) return null;
  const everySeconds = (more: number): number => {
    const neededPerMinute = checks.neededPerMinute + (more * 60) / activeEverySeconds;
    return Math.round(activeEverySeconds * stretchOf({ ...checks, neededPerMinute }));
  };
  if (everySeconds(many) === everySeconds(0)) return null;
  return (
    <span className="fs12 t2 num cost">
      {text.pasteBar.cost(
        already + many,
        durationText(everySeconds(0) * 1000, text.locale),
        durationText(everySeconds(many) * 1000, text.locale),
      )}
    </span>
  );
}

function Count({
  tone,
  icon,
  text,
}: Readonly<Record<'tone' | 'text', string> & { icon: IconName }>) {
  return (
    <span className={`bg-${tone} c-${tone}`}>
      <Icon name={icon} className="s" />
      {text}
    </span>
  );
}

function Counts({ preview }: { readonly preview: PastePreview }) {
  const { pasteBar } = useText();
  const finished = [...preview.fresh, ...preview.known].filter((found) => found.looksFinished);
  const unread = unreadTimes(preview);
  const without = rowsWithoutUuid(preview);
  return (
    <header className="bulk-head">
      <div className="strong fs15">{pasteBar.pasted(preview.lineCount)}</div>
      <div className="fs12 t2">{pasteBar.nothingYet}</div>
      <div className="counts">
        <Count tone="done" icon="plus" text={pasteBar.countNew(preview.fresh.length)} />
        <Count tone="waiting" icon="eye" text={pasteBar.countKnown(preview.known.length)} />
        {finished.length > 0 ? (
          <Count tone="waiting" icon="st-done" text={pasteBar.countFinished(finished.length)} />
        ) : null}
        <Count
          tone={preview.rejected.length > without ? 'attention' : 'waiting'}
          icon="x"
          text={pasteBar.countRejected(preview.rejected.length - without)}
        />
        {without > 0 ? (
          <Count tone="attention" icon="x" text={pasteBar.countWithoutUuid(without)} />
        ) : null}
        {preview.repeated > 0 ? (
          <Count tone="waiting" icon="eye" text={pasteBar.countRepeated(preview.repeated)} />
        ) : null}
        {unread > 0 ? (
          <Count tone="attention" icon="st-attention" text={pasteBar.countUnread(unread)} />
        ) : null}
        {preview.isGarbled ? (
          <Count tone="attention" icon="st-attention" text={pasteBar.garbled} />
        ) : null}
      </div>
    </header>
  );
}

/** One choice and one label for several new orders; what a line says of its own order goes before. */
function LabelsForAll({ fresh }: { readonly fresh: PastePreview['fresh'] }) {
  const { paste } = useModel();
  const { pasteBar } = useText();
  const { label, foundLabels } = useSlice(paste, (state) => state);
  const many = fresh.filter((found) => found.label !== null).length;
  return (
    <div className="for-all hstack">
      {many > 0 ? (
        <Segments
          name={pasteBar.labels}
          texts={pasteBar.foundLabels}
          value={foundLabels}
          onChange={paste.setFoundLabels}
        />
      ) : null}
      <input
        className="input grow"
        placeholder={pasteBar.labelForAllHint}
        aria-label={pasteBar.labelForAll}
        maxLength={mostLabelUnits}
        value={label}
        onChange={(event) => paste.setLabel(event.target.value)}
        onKeyDown={leaveFirst}
      />
    </div>
  );
}

/** Whether groups and promised times are taken, and from whom they take the place of. */
function ColumnChoices({ preview }: { readonly preview: PastePreview }) {
  const { paste } = useModel();
  const { pasteBar } = useText();
  const state = useSlice(paste, (each) => each);
  if (![...preview.fresh, ...preview.known].some(hasColumns)) return null;
  return (
    <div className="hstack">
      {updatedBy(preview, { ...state, replacesOwn: true }).length === 0 ? null : (
        <>
          <span className="fs12 t2">{pasteBar.replacesOwn}</span>
          <Switch
            name={pasteBar.replacesOwn}
            isOn={state.replacesOwn}
            onChange={paste.setReplacesOwn}
          />
        </>
      )}
      <Segments
        name={pasteBar.columns}
        texts={pasteBar.foundColumns}
        value={state.foundColumns}
        onChange={paste.setFoundColumns}
      />
    </div>
  );
}

/** Says that a column of the text is not used, and offers it as that of the groups. */
function SpareColumn({ preview }: { readonly preview: PastePreview }) {
  const { paste } = useModel();
  const { pasteBar } = useText();
  const column = spareColumn(preview);
  if (column === null) return null;
  return (
    <div className="hstack fs12 t2">
      <span className="grow">{pasteBar.columnNotUsed(column)}</span>
      <Button look="s" onClick={() => paste.takeAsGroups(column)}>
        {pasteBar.useAsGroups}
      </Button>
    </div>
  );
}

/** The button that does what the text is for: watch what is new, update or show what is watched already. */
function MainButton({ preview }: { readonly preview: PastePreview }) {
  const { paste } = useModel();
  const { language, pasteBar } = useText();
  const isViewer = useIsViewer();
  const state = useSlice(paste, (each) => each);
  const { fresh, known } = preview;
  if (fresh.length + known.length === 0) return null;
  if (isViewer && fresh.length > 0) {
    return <span className="fs12 t2">{refusalTextsIn[language].team.viewer}</span>;
  }
  const updated = updatedBy(preview, state).length;
  const shown = known.length === 1 ? pasteBar.open : pasteBar.select(known.length);
  const act = () => {
    if (updated === 0) return fresh.length > 0 ? pasteBar.watch(fresh.length) : shown;
    return fresh.length > 0
      ? pasteBar.watchAndUpdate(fresh.length, updated)
      : pasteBar.update(updated);
  };
  return (
    <Button look="primary" type="submit" disabled={state.isAdding}>
      {act()} <Keys keys={['Enter']} />
    </Button>
  );
}

/** What a text holds, the labels of what is new, and the button that watches it. */
export function PasteResult({ preview }: { readonly preview: PastePreview }) {
  const model = useModel();
  const { pasteBar } = useText();
  const lines = useMemo(() => linesOf(preview, pasteBar), [preview, pasteBar]);
  if (lines.length === 0) return null;
  const isBulk = lines.length > mostInline;
  const many = preview.fresh.length;
  const cancel = () => {
    model.paste.close();
    focusList();
  };
  return (
    <section className="pop pastepop" aria-label={pasteBar.found}>
      {/* Enter in any of its fields sends a form. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void watchPasted(model);
        }}
      >
        {isBulk ? <Counts preview={preview} /> : null}
        {isBulk ? (
          <BulkLines lines={lines} />
        ) : (
          <ul>
            {lines.map((line) => (
              <FoundLine key={line.key} line={line} isBulk={false} />
            ))}
          </ul>
        )}
        <footer>
          <SpareColumn preview={preview} />
          <ColumnChoices preview={preview} />
          {many > 1 ? <LabelsForAll fresh={preview.fresh} /> : null}
          <div className="hstack">
            {many > 0 ? <Cost many={many} /> : null}
            <Button look="quiet" onClick={cancel}>
              {pasteBar.cancel} <Keys keys={['esc']} />
            </Button>
            <MainButton preview={preview} />
          </div>
        </footer>
      </form>
    </section>
  );
}
