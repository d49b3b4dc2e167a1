import { useEffect, useLayoutEffect, useRef } from 'react';
import { type PastePreview, rowsWithoutUuid, unreadTimes } from '../../stores/paste-store.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { watchPasted } from '../../window-keys.ts';
import type { IconName } from '../../icon-sprite.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { PasteResult } from './paste-result.tsx';

/** The width below which the details float over the list, as in frame.css. */
const panelFloats = '(max-width: 1040px)';

/** The longest text that the field shows; beyond it the field only says that there is more. */
const longestShown = 2000;

interface CountProps {
  readonly icon: IconName;
  readonly tone: string;
  readonly many: number;
  readonly text: string;
}

function Count({ icon, tone, many, text }: CountProps) {
  const { count } = useText();
  return (
    <span className={tone}>
      <Icon name={icon} className="s" />
      <b className="strong">{count(many)}</b> {text}
    </span>
  );
}

function Found({ preview }: { readonly preview: PastePreview }) {
  const text = useText();
  const { fresh, known, rejected, repeated, isCutOff, isGarbled } = preview;
  const finished = [...fresh, ...known].filter((found) => found.looksFinished).length;
  const unread = unreadTimes(preview);
  const without = rowsWithoutUuid(preview);
  if (fresh.length + known.length + rejected.length === 0) {
    return <span className="found t2">{text.pasteBar.nothing(preview.text.length)}</span>;
  }
  return (
    <span className="found">
      <Count icon="plus" tone="c-done" many={fresh.length} text={text.pasteBar.fresh} />
      <Count icon="eye" tone="t2" many={known.length} text={text.pasteBar.known} />
      {finished > 0 ? (
        <Count icon="st-done" tone="t2" many={finished} text={text.pasteBar.finished} />
      ) : null}
      <Count icon="x" tone="t2" many={rejected.length - without} text={text.pasteBar.rejected} />
      {without > 0 ? (
        <Count icon="x" tone="t2" many={without} text={text.pasteBar.withoutUuid} />
      ) : null}
      {repeated > 0 ? (
        <Count icon="eye" tone="t2" many={repeated} text={text.pasteBar.repeated} />
      ) : null}
      {unread > 0 ? (
        <Count
          icon="st-attention"
          tone="c-attention"
          many={unread}
          text={text.pasteBar.timesUnread(unread)}
        />
      ) : null}
      {isGarbled ? <span className="t2">{text.pasteBar.garbled}</span> : null}
      {isCutOff ? <span className="t2">{text.pasteBar.cutOff}</span> : null}
    </span>
  );
}

/** The field that accepts uuids, with what was found in them. */
export function PasteBar() {
  const model = useModel();
  const text = useText();
  const { preview, openPaste } = useSlice(model.paste, (state) => state);
  const input = useRef<HTMLInputElement>(null);
  const source = preview?.text ?? '';
  const shown = source.slice(0, longestShown).replaceAll(/\s+/g, ' ');

  const isOpen = preview !== null;
  useEffect(() => {
    // A floating panel would cover the result.
    if (isOpen && window.matchMedia(panelFloats).matches) model.detail.close();
  }, [isOpen, model]);

  // Before the preview is painted, so that no Enter comes too early; also on a board that comes back from another page.
  useLayoutEffect(() => {
    if (openPaste === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(0, 0);
    // The start of the text says most about where it came from.
    if (input.current) input.current.scrollLeft = 0;
  }, [openPaste]);

  return (
    <>
      <label className="field paste hstack">
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
        {preview ? <Found preview={preview} /> : <Keys keys={['Mod', 'V']} />}
      </label>
      {preview ? <PasteResult preview={preview} /> : null}
    </>
  );
}
