import { looksLikeTransfer } from '../../../core/transfer/transfer-look.ts';
import type { WindowModel } from '../../window-model.ts';
import type { Dropped } from './dropped-text.ts';

/** Shows the board of the present, which has the paste bar. */
export function backToBoard({ rewind, settings }: Pick<WindowModel, 'rewind' | 'settings'>): void {
  rewind.close();
  settings.close();
}

/** Looks through what was dropped or pasted, or says why not. */
export async function lookThrough(
  {
    paste,
    rewind,
    settings,
    text: texts,
    toasts,
    transfer,
  }: Pick<WindowModel, 'paste' | 'rewind' | 'settings' | 'text' | 'toasts' | 'transfer'>,
  drop: Promise<Dropped | null>,
): Promise<void> {
  const dropped = await drop;
  if (dropped === null) return;
  const say = (text: string) => toasts.tell({ icon: 'st-attention', text });
  if (dropped.kind === 'refused') {
    say(texts.drop.refused[dropped.why]);
    return;
  }
  const { fileName, isPartly, text } = dropped;
  if (isPartly) say(texts.drop.isPartly);
  if (looksLikeTransfer(text)) await transfer.look(text);
  else {
    backToBoard({ rewind, settings });
    paste.paste(text, fileName === null ? null : { kind: 'file', name: fileName });
  }
}
