import { looksLikeTransfer } from '../../../core/transfer/transfer-look.ts';
import type { WindowModel } from '../../window-model.ts';
import type { Dropped } from './dropped-text.ts';

/** Looks through what was dropped or pasted, or says why not. */
export async function lookThrough(
  {
    paste,
    text: texts,
    toasts,
    transfer,
  }: Pick<WindowModel, 'paste' | 'text' | 'toasts' | 'transfer'>,
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
  else paste.paste(text, fileName === null ? null : { kind: 'file', name: fileName });
}
