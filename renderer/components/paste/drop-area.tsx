import { useEffect, useState } from 'react';
import { isOwnDrag } from './dragged-orders.ts';
import { droppedText, mayHoldText } from './dropped-text.ts';
import { lookThrough } from './look-through.ts';
import { useModel, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';

/** Lets text and files be dropped anywhere on the window, and says so while they are above it. */
export function DropArea() {
  const model = useModel();
  const texts = useText().drop;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer || !mayHoldText(event.dataTransfer.types)) return;
      if (isOwnDrag(event.dataTransfer.types)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    window.addEventListener('dragenter', over, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener(
      'dragleave',
      (event) => {
        // Without a related target the pointer left the window; otherwise it entered another element.
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        setOver(false);
        // A field takes a drop of our own rows without asking whether the window wants it.
        if (!event.dataTransfer || isOwnDrag(event.dataTransfer.types)) return;
        void lookThrough(model, droppedText(event.dataTransfer));
      },
      { signal },
    );
    return () => controller.abort();
  }, [model]);
  if (!isOver) return null;
  return (
    <output className="drop">
      <span className="hstack med">
        <Icon name="clip" />
        {texts.hint}
      </span>
    </output>
  );
}
