import { hash } from 'node:crypto';

/**
 * What is kept of a body to know it again: a digest beside an ETag, which usually answers in its place;
 * the bytes themselves without one, because then they are compared at every check, and that costs a
 * third of a digest.
 */
export type KnownBody = string | Buffer;

/** @param hasEtag whether the service gave an ETag with it */
export function knownBody(body: Buffer, hasEtag: boolean): KnownBody {
  if (hasEtag) return digest(body);
  // A copy of its own: what came may be a small part of a large block of the socket's.
  const copy = Buffer.allocUnsafeSlow(body.byteLength);
  body.copy(copy);
  return copy;
}

/** Whether a body is the known one, told before anything of it is decoded. */
export function isSameBody(known: KnownBody, body: Buffer): boolean {
  return typeof known === 'string' ? known === digest(body) : known.equals(body);
}

function digest(body: Buffer): string {
  return hash('sha256', body, 'binary');
}
