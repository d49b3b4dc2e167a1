import type { OrderId } from '../order/order-id.ts';

/** A uuid as it stands in a line. */
export interface UuidInLine {
  readonly id: OrderId;
  readonly start: number;
  /** Behind its last digit. */
  readonly end: number;
}

/** A uuid in a normalised line, with or without hyphens. */
const uuidForm =
  /(?<![0-9a-f])([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?![0-9a-f])/gi;

/** The uuids of a line that {@link normalised} went over. */
export function uuidsOf(line: string): readonly UuidInLine[] {
  const uuids: UuidInLine[] = [];
  uuidForm.lastIndex = 0;
  for (let match = uuidForm.exec(line); match !== null; match = uuidForm.exec(line)) {
    const [text] = match;
    const hyphened = text.length === 36 ? text : match.slice(1).join('-');
    const id = hyphened.toLowerCase() as OrderId;
    uuids.push({ id, start: match.index, end: uuidForm.lastIndex });
  }
  return uuids;
}

/** The line without its uuids. */
export function withoutUuids(line: string): string {
  return normalised(line).replace(uuidForm, ' ');
}

/** Invisible characters between the digits of a uuid. */
const unseen =
  /(?<=[0-9a-f\uFF10-\uFF5A-])\p{Default_Ignorable_Code_Point}{1,8}(?=[0-9a-f\uFF10-\uFF5A%=&\u2010-\u2015-]|$)/giu;
/** What programs and encodings put in the place of a hyphen: other dashes, RFC 3986, RFC 2045, HTML. */
const otherDash =
  /(?<=[0-9a-f])(?:[\u058A\u2010-\u2015\u2043\u2212\uFE58\uFE63]|%(?:25){0,3}2d|=2d|[%=]e2[%=]80[%=]9[0-5]|[%=]e2[%=]88[%=]92|&(?:#45|#x2d|#820[89]|#821[123]|#x201[0-4]|[nm]dash|hyphen|minus);)(?=[0-9a-f]|$)/gi;
/** An escape such as %2F or =3D before a uuid, whose digits do not belong to the uuid. */
const escapeBefore =
  /(?:%25|[%=])[0-9a-f]{2}(?=[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-f]))/gi;
const fullwidth = /[\uFF10-\uFF19\uFF21-\uFF26\uFF41-\uFF46\uFF0D]{8,}/g;

/** Only a line with one of these characters needs normalising. */
const unusual = /[%=&\u0080-\uFFFF]/;

/** The line with every uuid in it written in plain characters. */
export function normalised(line: string): string {
  if (!unusual.test(line)) return line;
  return line
    .replace(unseen, '')
    .replace(fullwidth, (digits) => digits.normalize('NFKC'))
    .replace(otherDash, '-')
    .replace(escapeBefore, ' ');
}
