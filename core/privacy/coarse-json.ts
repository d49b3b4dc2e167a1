import { coarseDegrees } from './privacy.ts';

/** A string with its quotes, a mark, or a run of anything else up to a mark or blank. */
const token = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|\s+|[^\s"[\]{},:]+/gs;

const courierKey = /courier|driver|rider/i;
const decimals = /^"?-?\d{1,3}\.\d{4,}(?:e-?\d{1,2})?"?$/i;

/**
 * A JSON text as received in which every number below a courier's key is as coarse as the positions
 * of an order that is over: three decimals. All else stays as it was, byte for byte; nothing makes it
 * throw.
 */
export function coarseRawJson(raw: string): string {
  /** For each open bracket whether what is inside belongs to a courier. */
  const open: { readonly isObject: boolean; readonly isCourier: boolean }[] = [];
  let isCourierValue = false;
  let isKeyNext = false;
  return raw.replace(token, (mark) => {
    const inner = open.at(-1);
    switch (mark) {
      case '{':
      case '[':
        open.push({ isObject: mark === '{', isCourier: isCourierValue });
        isKeyNext = mark === '{';
        return mark;
      case '}':
      case ']':
        open.pop();
        isKeyNext = false;
        return mark;
      case ',':
        isCourierValue = inner?.isCourier ?? false;
        isKeyNext = inner?.isObject ?? false;
        return mark;
      case ':':
        isKeyNext = false;
        return mark;
      default:
        if (mark.trim() === '') return mark;
        if (isKeyNext) {
          isCourierValue = (inner?.isCourier ?? false) || courierKey.test(mark);
          return mark;
        }
        return isCourierValue && decimals.test(mark) ? coarseNumber(mark) : mark;
    }
  });
}

function coarseNumber(mark: string): string {
  const isText = mark.startsWith('"');
  const number = String(coarseDegrees(Number(isText ? mark.slice(1, -1) : mark)));
  return isText ? `"${number}"` : number;
}
