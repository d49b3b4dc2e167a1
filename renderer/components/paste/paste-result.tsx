import { durationText, shortId } from '../../../core/order/format.ts';
import type { PastePreview } from '../../stores/paste-store.ts';
import { useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { focusList, watchPasted } from '../../window-keys.ts';
import type { IconName } from '../../icon-sprite.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Button } from '../controls/button.tsx';

/** With more than these, the result says how many and keeps line numbers. */
const mostInline = 8;

/** The most lines drawn of a large result; the rest is a number. */
const mostDrawn = 100;

interface Line {
  readonly key: string;
  readonly kind: 'fresh' | 'known' | 'rejected';
  readonly uuid: string;
  readonly name: string | null;
  readonly says: string;
  readonly line: number;
}

function linesOf(preview: PastePreview, words: Dictionary['pasteBar']): readonly Line[] {
  const fresh = preview.fresh.map((found): Line => ({
    key: found.id,
    kind: 'fresh',
    uuid: found.id,
    name: found.label,
    says: found.looksFinished ? words.isNewFinished : words.isNew,
    line: found.line,
  }));
  const known = preview.known.map((found): Line => ({
    key: found.id,
    kind: 'known',
    uuid: shortId(found.id),
    name: found.row.label ?? found.label,
    says: found.looksFinished ? words.alreadyFinished : words.alreadyWatched,
    line: found.line,
  }));
  const rejected = preview.rejected.map((found, index): Line => ({
    key: `rejected ${index}`,
    kind: 'rejected',
    uuid: found.text,
    name: null,
    says: words.rejectedBecause[found.reason](found.text.length),
    line: found.line,
  }));
  const isBulk = fresh.length + known.length + rejected.length > mostInline;
  return isBulk ? [...rejected, ...known, ...fresh] : [...fresh, ...known, ...rejected];
}

const lineIcons = {
  fresh: { name: 'plus', tone: 'c-done' },
  known: { name: 'eye', tone: 't2' },
  rejected: { name: 'x', tone: 't2' },
} as const;

function FoundLine({ line, isBulk }: { readonly line: Line; readonly isBulk: boolean }) {
  const text = useText();
  const icon = lineIcons[line.kind];
  return (
    <li>
      <Icon name={icon.name} className={icon.tone} />
      <span className="cut">
        <bdi className="mono">{line.uuid}</bdi> {line.name === null ? null : <bdi>{line.name}</bdi>}
      </span>
      <span className="fs12 t2 num">
        {isBulk ? `${text.pasteBar.line(line.line)}: ` : null}
        {line.says}
      </span>
    </li>
  );
}

/** Says what watching more will cost, when it makes the checks rarer. */
function Cost({ many }: { readonly many: number }) {
  const model = useModel();
  const text = useText();
  const settings = useSettings();
  const already = useSlice(model.list, (state) => state.counts.all - state.counts.done);
  const neededSeconds = Math.ceil(((already + many) * 60) / settings.requestsPerMinute);
  if (neededSeconds <= settings.activeEverySeconds) return null;
  return (
    <span className="fs12 t2 num cost">
      {text.pasteBar.cost(
        already + many,
        durationText(settings.activeEverySeconds * 1000, text.locale),
        durationText(neededSeconds * 1000, text.locale),
      )}
    </span>
  );
}

function Count({
  tone,
  icon,
  words,
}: Readonly<Record<'tone' | 'words', string> & { icon: IconName }>) {
  return (
    <span className={`bg-${tone} c-${tone}`}>
      <Icon name={icon} className="s" />
      {words}
    </span>
  );
}

function Counts({ preview }: { readonly preview: PastePreview }) {
  const { pasteBar } = useText();
  const finished = [...preview.fresh, ...preview.known].filter((found) => found.looksFinished);
  return (
    <header className="bulk-head">
      <div className="strong fs15">{pasteBar.pasted(preview.lineCount)}</div>
      <div className="fs12 t2">{pasteBar.nothingYet}</div>
      <div className="counts">
        <Count tone="done" icon="plus" words={pasteBar.countNew(preview.fresh.length)} />
        <Count tone="waiting" icon="eye" words={pasteBar.countKnown(preview.known.length)} />
        {finished.length > 0 ? (
          <Count tone="waiting" icon="st-done" words={pasteBar.countFinished(finished.length)} />
        ) : null}
        <Count tone="attention" icon="x" words={pasteBar.countRejected(preview.rejected.length)} />
      </div>
    </header>
  );
}

/** The button that watches what is new or, when nothing is, shows what is watched already. */
function MainButton({ preview }: { readonly preview: PastePreview }) {
  const model = useModel();
  const { pasteBar } = useText();
  const isAdding = useSlice(model.paste, (state) => state.isAdding);
  const { fresh, known } = preview;
  if (fresh.length + known.length === 0) return null;
  const shown = known.length === 1 ? pasteBar.open : pasteBar.select(known.length);
  return (
    <Button look="primary" disabled={isAdding} onClick={() => void watchPasted(model)}>
      {fresh.length > 0 ? pasteBar.watch(fresh.length) : shown} <Keys keys={['Enter']} />
    </Button>
  );
}

/** What a text holds, and the button that watches it. */
export function PasteResult({ preview }: { readonly preview: PastePreview }) {
  const model = useModel();
  const text = useText();
  const label = useSlice(model.paste, (state) => state.label);
  const lines = linesOf(preview, text.pasteBar);
  if (lines.length === 0) return null;
  const isBulk = lines.length > mostInline;
  const many = preview.fresh.length;
  const cancel = () => {
    model.paste.close();
    focusList();
  };
  return (
    <section className="pop pastepop" aria-label={text.pasteBar.found}>
      {isBulk ? <Counts preview={preview} /> : null}
      {/* A list that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={isBulk ? 'scroll' : ''} tabIndex={isBulk ? 0 : undefined}>
        {lines.slice(0, mostDrawn).map((line) => (
          <FoundLine key={line.key} line={line} isBulk={isBulk} />
        ))}
        {lines.length > mostDrawn ? (
          <li>
            <span />
            <span className="t2">{text.pasteBar.more(lines.length - mostDrawn)}</span>
          </li>
        ) : null}
      </ul>
      <footer className="hstack">
        {many > 0 ? (
          <input
            className="input grow"
            placeholder={text.pasteBar.labelForAllHint}
            aria-label={text.pasteBar.labelForAll}
            maxLength={200}
            value={label}
            onChange={(event) => model.paste.setLabel(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                void watchPasted(model);
              }
            }}
          />
        ) : (
          <span className="grow" />
        )}
        {many > 0 ? <Cost many={many} /> : null}
        <Button look="quiet" onClick={cancel}>
          {text.pasteBar.cancel} <Keys keys={['esc']} />
        </Button>
        <MainButton preview={preview} />
      </footer>
    </section>
  );
}
