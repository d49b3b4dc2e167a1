import type { HttpAnswer } from '../http/message.ts';

/** In which way the bytes of a body are not plain UTF-8. */
export type EncodingFault =
  | 'bom'
  | 'utf-16le'
  | 'utf-16be'
  | 'invalid-utf-8'
  | 'lone-surrogate'
  | 'nul-bytes'
  | 'latin-1';

/** The answer with its text in other bytes. Refusals are changed too: proxies do not look. */
export function encodedBody(answer: HttpAnswer, form: EncodingFault): HttpAnswer {
  const text = answer.body.toString();
  switch (form) {
    case 'bom':
      return { ...answer, body: `\u{feff}${text}` };
    case 'utf-16le':
      return { ...answer, body: Buffer.from(`\u{feff}${text}`, 'utf16le') };
    case 'utf-16be':
      return { ...answer, body: Buffer.from(`\u{feff}${text}`, 'utf16le').swap16() };
    case 'invalid-utf-8': {
      // In the middle of a text, where only the decoder can notice.
      const body = Buffer.from(text);
      const quote = body.indexOf('":"');
      const bad = Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]);
      const cut = quote === -1 ? body.length : quote + 3;
      return { ...answer, body: Buffer.concat([body.subarray(0, cut), bad, body.subarray(cut)]) };
    }
    case 'lone-surrogate':
      return { ...answer, body: text.replace('":"', '":"\\ud83d') };
    case 'nul-bytes':
      return { ...answer, body: text.replace('":"', '":"\\u0000') };
    case 'latin-1':
      return { ...answer, body: Buffer.from(text.replace('":"', '":"é'), 'latin1') };
  }
}
