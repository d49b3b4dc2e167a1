import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Question } from '../controls/question.tsx';
import { useModal } from '../controls/modal.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { type PaletteItem, paletteGroups } from './palette.ts';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Marked } from '../controls/received.tsx';

interface LineProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly query: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}

function Line({ item, id, query, isOn, onChoose }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOn) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOn]);
  return (
    // The keys belong to the field, as in every combobox.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={line}
      id={id}
      className={isOn ? 'it on' : 'it'}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      onClick={onChoose}
    >
      <Icon name={item.icon} className={item.tone === null ? 't2' : `c-${item.tone}`} />
      <bdi className="cut">
        <Marked text={item.name} query={query} />
      </bdi>
      {item.foundBy === null ? null : (
        <bdi className="cut fs12 t2">
          <Marked text={item.foundBy} query={query} />
        </bdi>
      )}
      <span className="r num">
        {item.note === null ? null : (
          <bdi>
            <Marked text={item.note} query={query} />
          </bdi>
        )}
        {item.keys.length > 0 ? <Keys keys={item.keys} /> : null}
        {isOn && item.keys.length === 0 ? <Keys keys={['Enter']} /> : null}
      </span>
    </div>
  );
}

function Palette({ onAsk }: { readonly onAsk: (item: PaletteItem) => void }) {
  const model = useModel();
  const texts = useText().palette;
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const dialog = useModal();
  // Computed when the query changes and not on each patch, so that no line moves while it is chosen.
  const [groups, setGroups] = useState(() => paletteGroups(model, '', null));
  /** The lines for the query, once its orders are found. */
  const answered = useRef(Promise.resolve(groups));
  const items = groups.flatMap((group) => group.items);
  const on = items[place] ?? null;

  const show = async (next: string) => {
    const shown = model.list.find(next).then((found) => paletteGroups(model, next, found));
    answered.current = shown;
    const lines = await shown;
    // Another query may have been typed.
    if (answered.current === shown) setGroups(lines);
  };
  const ask = (next: string) => {
    setQuery(next);
    setPlace(0);
    void show(next);
  };
  const choose = (item: PaletteItem, isKept: boolean) => {
    if (item.asks !== undefined) {
      onAsk(item);
      return;
    }
    if (!isKept) model.layers.close();
    item.run();
    if (isKept) void show(query);
  };
  /** A quick Enter means the lines of what was typed, which may not be drawn yet. */
  const chooseOn = async (isKept: boolean) => {
    const lines = await answered.current;
    const item = lines.flatMap((group) => group.items)[place];
    if (item) choose(item, isKept);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void chooseOn(event.ctrlKey || event.metaKey);
    else if (items.length === 0) return;
    else if (event.key === 'ArrowDown') setPlace((place + 1) % items.length);
    else if (event.key === 'ArrowUp') setPlace((place + items.length - 1) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={texts.title}
      onClose={model.layers.close}
    >
      <div className="q">
        <Icon name="search" className="t3" />
        <input
          type="text"
          role="combobox"
          aria-label={texts.field}
          aria-expanded={items.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={on ? `palette-${place}` : undefined}
          placeholder={texts.hint}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => ask(event.target.value)}
          onKeyDown={pressed}
        />
      </div>
      {items.length === 0 ? <output className="none t2">{texts.nothing}</output> : null}
      {/* A select cannot hold headings, icons and keys. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id="palette-list" className="list" role="listbox" aria-label={texts.field}>
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <div key={group.key} role="group" aria-label={group.title}>
            <div className="h fs11 strong t3" aria-hidden="true">
              {group.title}
            </div>
            {group.items.map((item) => {
              const at = items.indexOf(item);
              return (
                <Line
                  key={item.key}
                  item={item}
                  id={`palette-${at}`}
                  query={query}
                  isOn={at === place}
                  onChoose={() => choose(item, false)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <footer aria-hidden="true">
        <span>
          <Keys keys={['↑', '↓']} />
          {texts.choose}
        </span>
        <span>
          <Keys keys={['Enter']} />
          {texts.open}
        </span>
        <span>
          <Keys keys={['Mod', 'Enter']} />
          {texts.openKeep}
        </span>
        <span className="grow" />
        <span>
          <Keys keys={['Esc']} />
          {texts.close}
        </span>
      </footer>
    </dialog>
  );
}

/** The command palette, or the question that it asks before it does what was chosen. */
function PaletteLayer() {
  const { layers } = useModel();
  const { asks: texts } = useText().palette;
  const [asked, setAsked] = useState<PaletteItem | null>(null);
  if (asked?.asks === undefined) return <Palette onAsk={setAsked} />;
  return (
    <Question
      title={asked.asks.title}
      cancel={texts.cancel}
      act={asked.name}
      isFinal={false}
      onAct={() => {
        layers.close();
        asked.run();
      }}
      onCancel={layers.close}
    >
      {asked.asks.body}
    </Question>
  );
}

/** The command palette: finds orders, actions and pages by typing. */
export function CommandPalette() {
  const isOpen = useSlice(useModel().layers, (state) => state.layer === 'palette');
  return isOpen ? <PaletteLayer /> : null;
}
