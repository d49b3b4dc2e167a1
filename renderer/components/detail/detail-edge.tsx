import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { detailWidths } from '../../stores/window-place.ts';

const keyStepPx = 20;

/** The edge of the details, which makes them wider or narrower by pointer and by key. */
export function DetailEdge() {
  const { layout } = useModel();
  const { board: texts } = useText();
  const widthPx = useSlice(layout, (state) => state.detailWidthPx);
  const start = useRef<{ readonly x: number; readonly widthPx: number } | null>(null);

  const choose = (next: number) => {
    layout.setDetailWidth(next);
    layout.settled();
  };
  const pressed = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, widthPx };
  };
  const moved = (event: PointerEvent) => {
    if (start.current === null) return;
    layout.setDetailWidth(start.current.widthPx + start.current.x - event.clientX);
  };
  const letGo = () => {
    if (start.current === null) return;
    start.current = null;
    layout.settled();
  };
  const typed = (event: KeyboardEvent) => {
    const wanted = {
      ArrowLeft: widthPx + keyStepPx,
      ArrowRight: widthPx - keyStepPx,
      Home: detailWidths.most,
      End: detailWidths.least,
      Enter: detailWidths.usual,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    choose(wanted);
  };
  return (
    // A separator that can be moved takes the focus (ARIA 1.2, separator).
    <div
      className="detail-edge"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.resizeDetails}
      aria-valuenow={widthPx}
      aria-valuemin={detailWidths.least}
      aria-valuemax={detailWidths.most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={pressed}
      onPointerMove={moved}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => choose(detailWidths.usual)}
      onKeyDown={typed}
    />
  );
}
