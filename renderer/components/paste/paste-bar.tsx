import { useEffect, useRef } from 'react';
import type { PastePreview } from '../../stores/paste-store.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { watchPasted } from '../../window-keys.ts';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { PasteResult } from './paste-result.tsx';

/** The width below which the details float over the list, as in frame.css. */
const panelFloats = '(max-width: 1040px)';

/** The longest text that the field shows; beyond it the field only says that there is more. */
const longestShown = 2000;

function Found({ preview }: { readonly preview: PastePreview }) {
  const text = useText();
  const { fresh, known, rejected, isCutOff } = preview;
  const finished = [...fresh, ...known].filter((found) => found.looksFinished).length;
  if (fresh.length + known.length + rejected.length === 0) {
    return <span className="found t2">{text.pasteBar.nothing(preview.text.length)}</span>;
  }
  return (
    <span className="found">
      <span className="c-done">
        <Icon name="plus" className="s" />
        <b className="strong">{text.count(fresh.length)}</b> {text.pasteBar.fresh}
      </span>
      <span className="t2">
        <Icon name="eye" className="s" />
        <b className="strong">{text.count(known.length)}</b> {text.pasteBar.known}
      </span>
      {finished > 0 ? (
        <span className="t2">
          <Icon name="st-done" className="s" />
          <b className="strong">{text.count(finished)}</b> {text.pasteBar.finished}
        </span>
      ) : null}
      <span className="t2">
        <Icon name="x" className="s" />
        <b className="strong">{text.count(rejected.length)}</b> {text.pasteBar.rejected}
      </span>
      {isCutOff ? <span className="t2">{text.pasteBar.cutOff}</span> : null}
    </span>
  );
}

/** The field that takes uuids, with what was found in them. */
export function PasteBar() {
  const model = useModel();
  const text = useText();
  const preview = useSlice(model.paste, (state) => state.preview);
  const pasteCount = useSlice(model.paste, (state) => state.pasteCount);
  const input = useRef<HTMLInputElement>(null);
  const source = preview?.text ?? '';
  const shown = source.slice(0, longestShown).replaceAll(/\s+/g, ' ');

  // A board that comes back from another page takes the focus only for a paste that is still open.
  const focusedFor = useRef(preview === null ? pasteCount : 0);

  const isOpen = preview !== null;
  useEffect(() => {
    // A floating panel would lie over the result.
    if (isOpen && window.matchMedia(panelFloats).matches) model.detail.close();
  }, [isOpen, model]);

  useEffect(() => {
    if (pasteCount === focusedFor.current) return;
    focusedFor.current = pasteCount;
    input.current?.focus();
    input.current?.setSelectionRange(0, 0);
    // The start of the text says most about where it came from.
    if (input.current) input.current.scrollLeft = 0;
  }, [pasteCount]);

  return (
    <>
      <label className={preview ? 'field paste has-text' : 'field paste'}>
        <Icon name="clip" className="t3" />
        <span className="vh">{text.pasteBar.label}</span>
        <input
          ref={input}
          placeholder={text.pasteBar.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={shown}
          // A cut text must not be edited: what is not shown would be lost.
          readOnly={source.length > longestShown}
          onChange={(event) => model.paste.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void watchPasted(model);
          }}
        />
        {preview ? (
          <Found preview={preview} />
        ) : (
          <span className="hint">
            <Keys keys={['Mod', 'V']} />
          </span>
        )}
      </label>
      {preview ? <PasteResult preview={preview} /> : null}
    </>
  );
}
