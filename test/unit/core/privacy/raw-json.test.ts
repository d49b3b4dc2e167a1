import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableAnswer } from '../../../../core/privacy/raw-json.ts';
import { replacedPhoneNumbers } from '../../../../core/text/phone-numbers.ts';

function read(raw: string): string {
  return readableAnswer(raw).text;
}

/** A list that is laid out with this many characters. */
function listLaidOutIn(length: number): string {
  const rows = Array.from({ length: 49 }, () => 'x'.repeat(1000));
  const rest = length - JSON.stringify([...rows, ''], null, 2).length;
  return JSON.stringify([...rows, 'y'.repeat(rest)], null, 2);
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
    ['a value that stands apart from its key', '{ "phone_number" : 85255550147 }'],
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

test.each([
  [
    'in a text that is cut off, where digits are written as escapes',
    String.raw`{"note":"\u0038\u0035\u0032\u0035\u0035\u0035\u0035\u0030\u0031\u0034\u0037`,
    '{\n  "note": "•••••••••47"',
  ],
  [
    'in a text with a line break that JSON does not allow, which keeps its own quotes',
    '{"note":"ask \\"Ho\\":\n85255550147"}',
    '{\n  "note": "ask \\\\\\"Ho\\\\\\":\\n•••••••••47"\n}',
  ],
])('a number is masked also %s', (_name, raw, text) => {
  expect(read(raw)).toBe(text);
});

test('what only resembles the name of a number or of an extension hides nothing', () => {
  const raw = JSON.stringify({
    hotel: 'Room 1204',
    price_extra: 12,
    extra_stops: 3,
    text: '12 boxes',
    next: 5,
  });
  expect(JSON.parse(read(raw))).toEqual(JSON.parse(raw));
});

test('beside the name of a number, what is longer than any number stays', () => {
  expect(read('["phone",90071992547409931234]')).toContain('90071992547409931234');
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

test.each(['pending', '"pending"', 'Bad gateway', '"a" "b"', ''])(
  'an answer that is no object is shown as it is: %s',
  (raw) => {
    expect(readableAnswer(raw)).toEqual({ text: raw, leftOutCount: 0 });
  },
);

describe('a value', () => {
  test('of 2000 characters is shown whole', () => {
    const raw = `"${'x'.repeat(1998)}"`;
    expect(readableAnswer(raw)).toEqual({ text: raw, leftOutCount: 0 });
  });

  test('that is longer is shown up to there', () => {
    const raw = `"${'x'.repeat(1999)}"`;
    expect(readableAnswer(raw)).toEqual({ text: `"${'x'.repeat(1999)}…`, leftOutCount: 1 });
  });

  test('that is longer is masked and written like a short one', () => {
    const text = `ask "Ho":\n+852\t5555\t0147 ${'x'.repeat(3000)}`;
    const masked = text.replace('5555\t0147', '••••\t••47');
    expect(read(JSON.stringify(text))).toBe(`${JSON.stringify(masked).slice(0, 2000)}…`);
  });

  test('that is no text is cut in the same place', () => {
    const raw = '7'.repeat(2500);
    expect(readableAnswer(raw)).toEqual({ text: `${'7'.repeat(2000)}…`, leftOutCount: 500 });
  });
});

describe('an answer of many values', () => {
  test('is shown whole up to 50,000 characters', () => {
    const raw = listLaidOutIn(50_000);
    expect(readableAnswer(raw)).toEqual({ text: raw, leftOutCount: 0 });
  });

  test('is left out from the value on that does not fit', () => {
    const raw = listLaidOutIn(50_001);
    expect(readableAnswer(raw)).toEqual({ text: `${raw.slice(0, -2)}\n…`, leftOutCount: 1 });
  });
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
