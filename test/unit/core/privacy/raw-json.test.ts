import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableAnswer } from '../../../../core/privacy/raw-json.ts';
import { replacedPhoneNumbers } from '../../../../core/text/phone-numbers.ts';

function read(raw: string): string {
  return readableAnswer(raw).text;
}

test('an answer is laid out for reading with its phone numbers masked', () => {
  const raw =
    '{"courier":{"name":"Ho","phone_number":"+852 5555 0147","tags":[]},"id":90071992547409931234}';
  expect(readableAnswer(raw)).toEqual({
    text: `{
  "courier": {
    "name": "Ho",
    "phone_number": "+852 •••• ••47",
    "tags": []
  },
  "id": 90071992547409931234
}`,
    leftOutCount: 0,
  });
});

describe('no phone number is left whole', () => {
  test.each([
    ['a number', '{"phone_number":85255550147}'],
    ['a list', '{"phones":["85255550147","85255550147"]}'],
    ['an object', '{"mobile":{"number":"85255550147"}}'],
    ['escapes', '{"phone_number":"\\u0038\\u003525555\\u00300147"}'],
    ['an escaped key', '{"\\u0070hone_number":"85255550147"}'],
    ['a key', '{"85255550147":{"name":"Ho"}}'],
    ['a text under another key', '{"note":"call 8525-5550147, back door"}'],
    ['an escaped text under another key', '{"note":"call 852\\u00355550147"}'],
    ['a place in a list', '{"rows":[["Ho","85255550147"]]}'],
    ['a value beside its name', '{"name":"phone","value":85255550147}'],
    ['a value after its name in a list', '["phone_number",85255550147]'],
    ['full-width digits', '{"phone_number":"８５２５５５５０１４７"}'],
    ['a text without its end', '{"phone_number":"85255550147'],
  ])('as %s', (_name, raw) => {
    expect(read(raw).normalize('NFKC')).not.toMatch(/5550/);
  });

  test('what is masked can still be read as JSON', () => {
    const raw = '{"phone_number":85255550147,"note":"a \\"b\\"\\n85255550147","85255550147":[]}';
    expect(JSON.parse(read(raw))).toEqual({
      phone_number: '•••••••••47',
      note: 'a "b"\n•••••••••47',
      '•••••••••47': [],
    });
  });

  test('an extension is hidden whole', () => {
    const contact = '{"phone_number":"5555 0147","phone_extension":"12345","ext":123456}';
    expect(JSON.parse(read(contact))).toEqual({
      phone_number: '•••• ••47',
      phone_extension: '•••••',
      ext: '••••••',
    });
  });
});

test('times, dates, uuids and amounts stay', () => {
  const raw = JSON.stringify({
    uuid: '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    created_at: 1_763_706_668,
    at: '2026-11-23T12:34:56.789123+08:00',
    mobile: null,
    payment_method: 'mobile',
    amount: 86,
  });
  expect(JSON.parse(read(raw))).toEqual(JSON.parse(raw));
});

test('says the same as before where there is no phone number', () => {
  fc.assert(
    fc.property(fc.json(), (raw) => {
      fc.pre(replacedPhoneNumbers(raw, () => '') === raw);
      expect(JSON.parse(read(raw))).toEqual(JSON.parse(raw));
    }),
  );
});

test('what cannot be seen, or turns the text around it, stands there as its escape', () => {
  const raw = '{"name":"Ho\u202E\u2066 \u200B\u00A0\uFEFF\u{E0041}\u0007\uD800"}';
  expect(read(raw)).toContain(
    String.raw`"Ho\u202e\u2066 \u200b\u00a0\ufeff\udb40\udc41\u0007\ud800"`,
  );
});

describe('an answer of a megabyte', () => {
  const many = 1_000_000;
  test.each([
    ['nesting', '['.repeat(many)],
    ['nesting that is closed', `${'['.repeat(many / 2)}${']'.repeat(many / 2)}`],
    ['keys', `{${Array.from({ length: 100_000 }, (_none, at) => `"k${at}":1`).join(',')}}`],
    ['values', `[${'1,'.repeat(many / 2)}1]`],
    ['one text', `{"note":"${'x'.repeat(many)}"}`],
    ['one text of digits', `{"note":"${'1-(2 '.repeat(many / 5)}"}`],
    ['one number', `{"phone":${'5'.repeat(many)}}`],
    ['one key', `{"${'x'.repeat(many)}":1}`],
    ['what is no JSON', 'x y '.repeat(many / 4)],
  ])('of %s is read as far as a person reads, and says how much is left out', (_name, raw) => {
    const { text, leftOutCount } = readableAnswer(raw);
    expect(text.length).toBeLessThan(51_000);
    expect(text).toContain('…');
    expect(leftOutCount).toBeGreaterThan(raw.length / 2);
    expect(leftOutCount).toBeLessThan(raw.length);
  });

  test('of blanks is read whole', () => {
    expect(readableAnswer(`[${' '.repeat(many)}1]`)).toEqual({
      text: '[\n  1\n]',
      leftOutCount: 0,
    });
  });

  test('begins as it came', () => {
    const raw = `{"status":"pending","items":[${'1,'.repeat(500_000)}1]}`;
    expect(read(raw)).toMatch(/^\{\n {2}"status": "pending",\n {2}"items": \[\n {4}1,/);
  });

  test('has no number cut at the end of a long text', () => {
    const raw = `{"note":"${'x'.repeat(1990)}+85255550147"}`;
    expect(read(raw)).not.toMatch(/5555/);
  });
});

test('text that is no JSON does not make it throw', () => {
  fc.assert(
    fc.property(fc.string(), (raw) => {
      expect(typeof read(raw)).toBe('string');
    }),
  );
});
