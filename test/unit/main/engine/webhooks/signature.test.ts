import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { spiedComparison } from '../../../../support/webhooks/spied-crypto.ts';
import { checkProof, isSame, proofHeaders } from '../../../../../main/engine/webhooks/signature.ts';
import type { HeaderFields, ProofRules } from '../../../../../main/engine/webhooks/signature.ts';

const compared = spiedComparison();

afterEach(() => {
  compared.mockReset();
});

const nowMs = Date.UTC(2026, 2, 2, 9);
const nowSeconds = nowMs / 1000;
const body = Buffer.from('{"kinds":[],"data":{"uuid":"…"}}');
const secret = 'a secret of the portal';
const other = 'another secret of it';

const signed: ProofRules = {
  proof: 'hmac',
  proofHeader: 'x-signature',
  timestampHeader: null,
  toleranceSeconds: 300,
};
const dated: ProofRules = { ...signed, timestampHeader: 'x-time' };
const fixed: ProofRules = { ...signed, proof: 'header' };

function mac(key = secret, text: string | Buffer = body): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function checked(rules: ProofRules, headers: HeaderFields, secrets: readonly string[] = [secret]) {
  return checkProof(rules, secrets, headers, body, nowMs);
}

describe('how two values are compared', () => {
  const wrong = mac(other).toString('hex');
  const right = mac().toString('hex');

  it.each([
    ['a signature', () => checked(signed, { 'x-signature': right })],
    ['a fixed value', () => checked(fixed, { 'x-signature': secret })],
  ])('%s is right only if the comparison in constant time says so', (_name, check) => {
    expect(check()).toBe('proven');
    compared.mockReturnValue(false);
    expect(check()).toBe('signature');
  });

  it.each([
    ['a signature', () => checked(signed, { 'x-signature': wrong })],
    ['a fixed value', () => checked(fixed, { 'x-signature': other })],
    ['a fixed value of another length', () => checked(fixed, { 'x-signature': 'x' })],
  ])('%s is wrong only because the comparison in constant time says so', (_name, check) => {
    expect(check()).toBe('signature');
    compared.mockReturnValue(true);
    expect(check()).toBe('proven');
  });

  it('texts of any length are compared as digests, which have one length', () => {
    expect([isSame('', ''), isSame('a', 'a'), isSame('a', 'b'), isSame('a', 'aa')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(compared.mock.calls.flat().map(({ byteLength }) => byteLength)).toEqual(
      Array.from({ length: 8 }, () => 32),
    );
    compared.mockReturnValue(false);
    expect(isSame('a', 'a')).toBe(false);
  });

  it.each([
    ['signatures', signed, right],
    ['fixed values', fixed, secret],
  ])(
    'every secret is compared, so that the time does not tell which one fits: %s',
    (_name, rules, given) => {
      expect(checked(rules, { 'x-signature': given }, [secret, other, 'a third'])).toBe('proven');
      expect(compared).toHaveBeenCalledTimes(3);
    },
  );
});

describe('a signature', () => {
  const hex = mac().toString('hex');

  it.each([
    ['in hex', hex],
    ['in hex in capitals', hex.toUpperCase()],
    ['in base64', mac().toString('base64')],
    ['after sha256=', `sha256=${hex}`],
    ['after SHA256=', `SHA256=${hex}`],
    ['after v1=', `v1=${hex}`],
    ['after s=, in base64', `s=${mac().toString('base64')}`],
    ['beside that of another secret', `v1=${mac(other).toString('hex')},v1=${hex}`],
    ['fifth in a list', `a, b, c d,${hex}`],
  ])('%s is accepted', (_name, given) => {
    expect(checked(signed, { 'x-signature': given })).toBe('proven');
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['in several fields of a list', [hex, hex]],
    ['of another secret', mac(other).toString('hex')],
    ['of another body', mac(secret, `${body.toString()} `).toString('hex')],
    ['with a letter too many', `${hex}0`],
    ['with a byte too few', hex.slice(2)],
    ['after an unknown word', `md5=${hex}`],
    ['behind the word', `${hex}sha256=`],
    ['after the word twice', `sha256=sha256=${hex}`],
    ['sixth in a list', `a,b,c,d,e,${hex}`],
    ['in no code at all', 'ÿÿÿ'],
    ['that is the secret itself', secret],
  ])('%s is refused', (_name, given) => {
    expect(checked(signed, { 'x-signature': given })).toBe('signature');
  });

  it('is looked for in the header of the rules alone', () => {
    const rules = { ...signed, proofHeader: 'x-hub' };
    expect(checked(rules, { 'x-signature': hex })).toBe('signature');
    expect(checked(rules, { 'x-hub': hex })).toBe('proven');
  });

  it('of no secret is right', () => {
    const ofNothing = mac('').toString('hex');
    expect(checked(signed, { 'x-signature': ofNothing }, [])).toBe('signature');
    expect(checked(fixed, { 'x-signature': '' }, [])).toBe('signature');
    expect(checked(fixed, { 'x-signature': 'x' }, [])).toBe('signature');
  });

  it('of each secret that is valid is right', () => {
    for (const key of [secret, other, 'a third']) {
      const headers = { 'x-signature': mac(key).toString('hex') };
      expect(checked(signed, headers, [secret, other, 'a third'])).toBe('proven');
    }
  });
});

/** What a sender gives who signs at this time. */
function at(stamp: string, key = secret): HeaderFields {
  const text = Buffer.concat([Buffer.from(`${stamp}.`), body]);
  return { 'x-time': stamp, 'x-signature': mac(key, text).toString('hex') };
}

describe('a signed time', () => {
  it.each([
    ['in seconds', String(nowSeconds)],
    ['in milliseconds', String(nowMs)],
    ['as old as allowed', String(nowSeconds - 300)],
    ['as far ahead as allowed', String(nowSeconds + 300)],
    ['in milliseconds as old as allowed', String(nowMs - 300_000)],
  ])('%s is accepted', (_name, stamp) => {
    expect(checked(dated, at(stamp))).toBe('proven');
  });

  it.each([
    ['too old', String(nowSeconds - 301)],
    ['too far ahead', String(nowSeconds + 301)],
    ['too old by a millisecond', String(nowMs - 300_001)],
    ['too far ahead by a millisecond', String(nowMs + 300_001)],
    ['without end', 'Infinity'],
    ['that is no number', 'yesterday'],
    ['written as a date', new Date(nowMs).toISOString()],
    ['of the year 1970', '0'],
    ['before 1970', `-${nowSeconds}`],
  ])('%s is refused', (_name, stamp) => {
    expect(checked(dated, at(stamp))).toBe('timestamp');
  });

  it('may differ by what the rules allow', () => {
    const strict = { ...dated, toleranceSeconds: 30 };
    expect(checked(strict, at(String(nowSeconds - 30)))).toBe('proven');
    expect(checked(strict, at(String(nowSeconds - 31)))).toBe('timestamp');
  });

  it('is refused when it is missing, and when another one was signed', () => {
    const { 'x-signature': signature } = at(String(nowSeconds));
    expect(checked(dated, { 'x-signature': signature })).toBe('timestamp');
    expect(checked(dated, { 'x-signature': signature, 'x-time': '' })).toBe('timestamp');
    const later = { 'x-signature': signature, 'x-time': String(nowSeconds + 1) };
    expect(checked(dated, later)).toBe('signature');
    // A signature over the body alone says nothing of the time.
    const undated = { 'x-signature': mac().toString('hex'), 'x-time': String(nowSeconds) };
    expect(checked(dated, undated)).toBe('signature');
    expect(checked(signed, at(String(nowSeconds)))).toBe('signature');
  });

  it('of a stranger is not looked at', () => {
    expect(checked(dated, at('0', other))).toBe('signature');
  });

  it('does not count beside a fixed value, which signs nothing', () => {
    const rules: ProofRules = { ...fixed, timestampHeader: 'x-time' };
    expect(checked(rules, { 'x-signature': secret })).toBe('proven');
  });
});

describe('a fixed value', () => {
  it.each([secret, other])('that is one of the secrets is accepted: %s', (given) => {
    expect(checked(fixed, { 'x-signature': given }, [secret, other])).toBe('proven');
  });

  it.each([
    ['missing', undefined],
    ['twice', `${secret}, ${secret}`],
    ['beside another', [secret, 'x']],
    ['in capitals', secret.toUpperCase()],
    ['with more behind it', `${secret}x`],
    ['cut', secret.slice(1)],
    ['as a signature', mac().toString('hex')],
  ])('%s is refused', (_name, given) => {
    expect(checked(fixed, { 'x-signature': given })).toBe('signature');
  });
});

it('without a proof asked for, nothing that a sender gives makes its webhook a proven one', () => {
  const rules: ProofRules = { ...signed, proof: 'none' };
  expect(checked(rules, {})).toBe('unproven');
  expect(checked(rules, { 'x-signature': mac().toString('hex') })).toBe('unproven');
});

describe('the proof that a sender adds', () => {
  it('is the signature over the body, as most services write it', () => {
    expect(proofHeaders(signed, secret, body, nowMs)).toEqual({
      'x-signature': `sha256=${mac().toString('hex')}`,
    });
  });

  it('is the signature over time and body, and the time in whole seconds', () => {
    const text = Buffer.concat([Buffer.from(`${nowSeconds}.`), body]);
    expect(proofHeaders(dated, secret, body, nowMs + 999)).toEqual({
      'x-time': String(nowSeconds),
      'x-signature': `sha256=${mac(secret, text).toString('hex')}`,
    });
  });

  it('is the value itself, or nothing', () => {
    expect(proofHeaders(fixed, secret, body, nowMs)).toEqual({ 'x-signature': secret });
    expect(proofHeaders({ ...signed, proof: 'none' }, secret, body, nowMs)).toEqual({});
  });
});
