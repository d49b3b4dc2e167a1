import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';

/** How senders prove who they are. */
export type ProofRules = Pick<
  WebhookSettings,
  'proof' | 'proofHeader' | 'timestampHeader' | 'toleranceSeconds'
>;

/** What the check of a proof came to. */
export type ProofResult =
  /** No proof is asked for. */
  | 'unproven'
  | 'proven'
  /** The signature or the fixed value is missing or wrong. */
  | 'signature'
  /** The signed time is missing, too old, or in the future. */
  | 'timestamp';

/** Header fields by their names in lower case, as Node has them. */
export type HeaderFields = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Checks that the sender of a webhook knows one of the secrets. The contract names no way
 * (seeds/contract.md, 5.6), so the two usual ones can be set up: HMAC-SHA256 over the raw bytes, in hex
 * or base64 and with or without `sha256=` before it, or a fixed value in a header. All secrets are tried,
 * so that one can be replaced without losing a webhook; every comparison takes the same time.
 */
export function checkProof(
  rules: ProofRules,
  secrets: readonly string[],
  headers: HeaderFields,
  body: Uint8Array,
  nowMs: number,
): ProofResult {
  if (rules.proof === 'none') return 'unproven';
  const given = fieldOf(headers, rules.proofHeader);
  if (given === null) return 'signature';
  if (rules.proof === 'header') {
    return anyOf(secrets, (secret) => isSame(given, secret)) ? 'proven' : 'signature';
  }
  const stamp = rules.timestampHeader === null ? null : fieldOf(headers, rules.timestampHeader);
  if (rules.timestampHeader !== null && stamp === null) return 'timestamp';
  const isSigned = anyOf(secrets, (secret) =>
    signaturesIn(given).some((one) => isSignature(one, secret, stamp, body)),
  );
  if (!isSigned) return 'signature';
  if (stamp === null) return 'proven';
  const seconds = Number(stamp);
  const stampMs = seconds < 1e11 ? seconds * 1000 : seconds;
  const isInTime = Math.abs(nowMs - stampMs) <= rules.toleranceSeconds * 1000;
  return isInTime ? 'proven' : 'timestamp';
}

/** The header fields that a sender adds so that {@link checkProof} answers `proven`. */
export function proofHeaders(
  rules: ProofRules,
  secret: string,
  body: Uint8Array,
  nowMs: number,
): Readonly<Record<string, string>> {
  switch (rules.proof) {
    case 'none':
      return {};
    case 'header':
      return { [rules.proofHeader]: secret };
    case 'hmac': {
      const { timestampHeader } = rules;
      const stamp = timestampHeader === null ? null : String(Math.floor(nowMs / 1000));
      const signature = signed(secret, stamp, body).toString('hex');
      return {
        [rules.proofHeader]: `sha256=${signature}`,
        ...(timestampHeader === null || stamp === null ? {} : { [timestampHeader]: stamp }),
      };
    }
    default:
      return rules.proof satisfies never;
  }
}

/** Compares two texts in a time that does not depend on them. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Tries all secrets, so that the time does not tell which one fits. */
function anyOf(secrets: readonly string[], fits: (secret: string) => boolean): boolean {
  return secrets.map(fits).includes(true);
}

function fieldOf(headers: HeaderFields, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Some senders give one signature per secret while they replace theirs: `v1=…,v1=…`. */
function signaturesIn(field: string): readonly string[] {
  return field
    .split(/[,\s]+/)
    .slice(0, 5)
    .map((part) => part.replace(/^(?:sha256|v1|s)=/i, ''));
}

function isSignature(
  given: string,
  secret: string,
  stamp: string | null,
  body: Uint8Array,
): boolean {
  const isHex = /^[0-9a-f]{64}$/i.test(given);
  const bytes = Buffer.from(given, isHex ? 'hex' : 'base64');
  const right = signed(secret, stamp, body);
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}

function signed(secret: string, stamp: string | null, body: Uint8Array): Buffer {
  const hmac = createHmac('sha256', secret);
  if (stamp !== null) hmac.update(`${stamp}.`);
  return hmac.update(body).digest();
}
