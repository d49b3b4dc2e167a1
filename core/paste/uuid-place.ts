import { isIdOfOther, isOfOrders, isOther, orderRank } from './field-names.ts';
import { endsAddress, type UuidInLine } from './uuid-text.ts';

/**
 * Whose uuid it is, as what stands before it says: an order's, or that of a thing beside one. `unsaid` where only
 * the rest of the text can tell: as long as no uuid in it is an order's, it may be one.
 */
export type UuidOwner = 'order' | 'unsaid' | 'other';

/** The longest address that is looked at, and the longest name with its marks, in characters. */
const longestAddress = 2000;
const longestName = 60;

/** The parameter of an address whose value a uuid is or is in. */
const parameterBefore = /[?&;#]([^=?&;#]{0,100})=([^=?&;#]{0,1000})$/;
/** Names that are joined to their value: `driver_uuid=`, `"trace_id": "`, `<user-id>`. */
const markBefore = / ?[:=] ?["'{]?$/;
const besideWords = /[\s"'<>=:{}()[\],;]/;
const keyBefore = /["']([^"']{2,40})["'] ?: ?["']?$/;
const tagBefore = /<([^\s<>]{2,40})[^<>]{0,20}>$/;

/** How the parameters begin by which mail programs and shops follow people. */
const trackingStarts = (
  'utm_ mc_ mkt_ hs_ hsa_ pk_ piwik_ matomo_ ga_ gad_ fb_ dm_ trk_ vero_ oly_ wt_ _ track click open pixel ' +
  'campaign visitor session sess sid cid uid user member recipient subscriber contact account client ' +
  'customer token key sig hash nonce state ref affiliate source'
).split(' ');

/** Whose uuid one in a line is. */
export function ownerOf(line: string, { start, end }: Omit<UuidInLine, 'id'>): UuidOwner {
  if (isOfMessage(line, start, end)) return 'unsaid';
  const address = addressBefore(line, start);
  if (address === null) {
    const before = line.slice(Math.max(0, start - longestName), start);
    const key = keyBefore.exec(before)?.[1] ?? '';
    const name = wordBefore(before) ?? (key || (tagBefore.exec(before)?.[1] ?? ''));
    const isOthers = isIdOfOther(name) || isOther(key);
    return isOthers ? 'unsaid' : 'order';
  }
  const found = parameterBefore.exec(address);
  if (found === null) return 'order';
  const [name = '', value = ''] = found.slice(1);
  if (orderRank(name) !== null || isOfOrders(name)) return 'order';
  // An address in an address, as redirects have it.
  if (/^https?(?::|%(?:25){0,4}3a)/i.test(value)) return 'order';
  return isTracking(name.toLowerCase()) ? 'other' : 'unsaid';
}

/** The word that a mark at the end joins to what follows. */
function wordBefore(text: string): string | null {
  const mark = markBefore.exec(text);
  if (mark === null) return null;
  const word = text.slice(0, mark.index).split(besideWords).at(-1) ?? '';
  return word.length < 2 ? null : word;
}

/** Whether it names a message or a part of one (RFC 5322, RFC 2392), or is the name of a picture. */
function isOfMessage(line: string, start: number, end: number): boolean {
  const [before, behind] = [line.charAt(start - 1), line.charAt(end)];
  if (before === ':' && /\b[cm]id:$/i.test(line.slice(Math.max(0, start - 5), start))) return true;
  return (
    (behind === '@' || behind === '.') &&
    /^@[a-z0-9]|^\.(?:gif|png|jpe?g|webp|svg|ico)\b/i.test(line.slice(end, end + 6))
  );
}

function isTracking(name: string): boolean {
  return trackingStarts.some((start) => name.startsWith(start)) || name.endsWith('clid');
}

/** The address that goes on in the uuid at a place; null when there is none. */
function addressBefore(line: string, place: number): string | null {
  const before = line.slice(Math.max(0, place - longestAddress), place);
  const start = Math.max(before.lastIndexOf('://'), before.lastIndexOf('www.'));
  if (start < 0) return null;
  const address = before.slice(start);
  return endsAddress.test(address) ? null : address;
}
