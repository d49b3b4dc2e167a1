import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectionOptionsSchema } from '../../../../core/delivery/connection-options-schema.ts';
import { defaultConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import { meaningWords, optionFaultText } from '../../../../core/delivery/option-fault.ts';
import {
  parseStatusMeanings,
  statusMeaningsText,
} from '../../../../core/delivery/status-meanings.ts';

const fits = (statusMeanings: object): boolean =>
  connectionOptionsSchema.safeParse({ ...defaultConnectionOptions, statusMeanings }).success;

describe('meanings of statuses', () => {
  test('are typed one a line, whatever the case', () => {
    expect(parseStatusMeanings('4 = done\r\n\n a=b = At pickup\nParked=PICKED-UP')).toEqual({
      ok: true,
      value: { '4': 'done', 'a=b': 'atPickup', Parked: 'pickedUp' },
    });
    expect(parseStatusMeanings(' \n')).toEqual({ ok: true, value: {} });
  });

  test('every meaning has a word, and comes back as it', () => {
    const text = Object.values(meaningWords)
      .map((word, at) => `status-${at} = ${word}`)
      .join('\n');
    const read = parseStatusMeanings(text);
    expect(read.ok && statusMeaningsText(read.value)).toBe(text);
  });

  test.each([
    'done',
    '4: done',
    '= done',
    '4 =',
    '4 = finished',
    '4 = unknown',
    `${'x'.repeat(81)} = done`,
    '4 = done\n4 = failed',
    'Parked = done\nPARKED = failed',
    Array.from({ length: 101 }, (_, at) => `${at} = done`).join('\n'),
  ])('%j is refused in a sentence', (text) => {
    const read = parseStatusMeanings(text);
    expect(read.ok ? '' : optionFaultText(read.failure, 'en')).toMatch(/\.$/);
  });

  test('whatever is typed, what is taken can be typed again and means the same', () => {
    const word = fc.constantFrom(...Object.values(meaningWords));
    const line = fc.tuple(fc.string(), word).map(([status, meaning]) => `${status} = ${meaning}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        const first = parseStatusMeanings(lines.join('\n'));
        if (!first.ok) return;
        expect(parseStatusMeanings(statusMeaningsText(first.value))).toEqual(first);
        expect(fits(first.value)).toBe(true);
      }),
    );
  });
});
