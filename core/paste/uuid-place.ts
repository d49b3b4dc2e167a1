import { isIdOfOther, isOfOrders, isOther, orderRank } from './field-names.ts';
import type { UuidInLine } from './uuid-text.ts';

/**
 * Whose uuid it is, as what stands before it says: an order's, or that of a thing beside one. `unsaid` where only
 * the rest of the text can tell: as long as no uuid in it is an order's, it may be one.
 */
export type UuidOwner = 'order' | 'unsaid' | 'other';

/** The longest address that is looked at, and the longest name, in characters. */
const longestAddress = 2000;
const longestName = 60;

/** Blanks, quotes and brackets end an address. */
const behindAddress = /[\s"'<>`\\^{}|]/;
/** The parameter of an address whose value a uuid is or is in. */
const parameterBefore = /[?&;#]([^=?&;#]{0,100})=([^=?&;#]{0,1000})$/;
/** A name with a mark that joins it to a value: `driver_uuid=`, `"trace_id": "`, `<user-id>`. */
const nameBefore =
  /(?:(?<![\p{L}\p{N}_-])([\p{L}\p{N}_-]{2,40})[ \t]{0,3}[:=][ \t]{0,3}["'{]?|["']([\p{L}\p{N}_-]{2,40})["'][ \t]{0,3}:[ \t]{0,3}["'{]?|<([\p{L}\p{N}_-]{2,40})(?: [^<>]{0,20})?>)$/u;

/** Parameters by which mail programs and shops follow people. */
const tracking =
  /^(?:utm|mc|mkt|hs|hsa|pk|piwik|matomo|ga|gad|fb|dm|trk|vero|oly|wt|cm|ml|ck|s|aff)_|^_|clid$|^(?:track|trk|click|open|pixel|campaign|visitor|session|sess|sid|cid|uid|user|member|recipient|subscriber|contact|account|client|customer|token|key|sig|hash|nonce|state|ref|referrer|affiliate|source)/i;

/** Whose uuid one in a line is. */
export function ownerOf(line: string, { start }: Pick<UuidInLine, 'start'>): UuidOwner {
  const address = addressBefore(line, start);
  if (address === null) {
    const before = line.slice(Math.max(0, start - longestName), start);
    const [, word = '', key = '', tag = ''] = nameBefore.exec(before) ?? [];
    const isOthers = isIdOfOther(word || key || tag) || isOther(key);
    return isOthers ? 'unsaid' : 'order';
  }
  const [, name, value = ''] = parameterBefore.exec(address) ?? [];
  if (name === undefined) return 'order';
  if (orderRank(name) !== null || isOfOrders(name)) return 'order';
  // An address in an address, as redirects have it.
  if (/^https?(?::|%(?:25){0,4}3a)/i.test(value)) return 'order';
  return tracking.test(name) || isIdOfOther(name) ? 'other' : 'unsaid';
}

/** The address that goes on in the uuid at a place; null when there is none. */
function addressBefore(line: string, place: number): string | null {
  const before = line.slice(Math.max(0, place - longestAddress), place);
  const start = Math.max(before.lastIndexOf('://'), before.lastIndexOf('www.'));
  if (start < 0) return null;
  const address = before.slice(start);
  return behindAddress.test(address) ? null : address;
}
