import { beforeAll, describe, expect, test } from 'vitest';
import type { Notification, NotificationOutcome } from '../../core/notification/notification.ts';
import { readRecording, recordedDayFile } from './recording.ts';
import { replayed } from './replay.ts';

const day = readRecording(recordedDayFile);

interface Line {
  readonly atMs: number;
  readonly decided?: Notification;
  readonly settled?: readonly string[];
  readonly outcome?: NotificationOutcome;
  readonly shown?: { readonly key: string; readonly tag: string; readonly title: string };
}

function linesOf(decisions: string): readonly Line[] {
  return decisions
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** The lines without their texts, which contain times of day in the present zone. */
function withoutWords(all: readonly Line[]): readonly unknown[] {
  return all.map(({ atMs, decided, settled, outcome, shown }) => [
    atMs,
    decided?.key,
    decided?.event,
    settled,
    outcome,
    shown?.key,
    shown?.tag,
  ]);
}

describe('a recorded day', { timeout: 60_000 }, () => {
  let decisions = '';
  let lines: readonly Line[] = [];
  beforeAll(async () => {
    decisions = await replayed(day);
    lines = linesOf(decisions);
  }, 60_000);

  test('gives exactly the same decisions in a second run', async () => {
    expect(await replayed(day)).toBe(decisions);
  });

  test('gives the same decisions at sixty times the speed', async () => {
    let dayTookMs = 0;
    const hurried = await replayed(day, {
      pause: (dayMs) => {
        dayTookMs += dayMs;
        return new Promise(setImmediate);
      },
    });
    expect(hurried).toBe(decisions);
    // A day and a half, so that the card after the quiet hours of the night is included.
    expect(dayTookMs / 60).toBe(36 * 60_000);
  });

  test('every decided notification is settled, and none is still held', () => {
    const decided = new Set(lines.flatMap((line) => line.decided?.key ?? []));
    const ends = new Map(
      lines.flatMap(({ settled = [], outcome }) => settled.map((key) => [key, outcome] as const)),
    );
    expect(new Set(ends.keys())).toEqual(decided);
    expect([...ends.values()].filter((outcome) => outcome?.kind === 'held')).toEqual([]);
  });

  test('has every outcome: shown alone, in one card, held, muted, damped', () => {
    const outcomes = lines.flatMap(({ outcome }) =>
      outcome === undefined
        ? []
        : [`${outcome.kind} ${'reason' in outcome ? outcome.reason : ''}`.trim()],
    );
    const kinds = new Set(outcomes);
    for (const expected of [
      'shown',
      'digested burst',
      'digested away',
      'digested quiet',
      'held quietHours',
      'held screenLocked',
      'held snoozed',
      'suppressed muted',
      'suppressed flapping',
      'suppressed overtaken',
    ]) {
      expect(kinds).toContain(expected);
    }
  });

  test('during the quiet hours of the night only critical notifications are shown', () => {
    const critical = new Set(
      lines.flatMap(({ decided }) => (decided?.isCritical === true ? [decided.key] : [])),
    );
    const atNight = lines.filter(({ atMs, shown }) => {
      // 22:00 to 07:00 in Berlin, across the hour that summer time takes away.
      const inFirst = atMs < Date.UTC(2026, 2, 28, 6);
      const inSecond = atMs >= Date.UTC(2026, 2, 28, 21) && atMs < Date.UTC(2026, 2, 29, 5);
      return shown !== undefined && (inFirst || inSecond);
    });
    expect(atNight.filter(({ shown }) => !critical.has(shown?.key ?? ''))).toEqual([]);
  });

  test('fault 66: another time zone changes only the texts, not the decisions', async () => {
    const zone = process.env['TZ'];
    try {
      for (const elsewhere of ['Pacific/Chatham', 'America/St_Johns', 'Asia/Hong_Kong']) {
        process.env['TZ'] = elsewhere;
        expect(withoutWords(linesOf(await replayed(day)))).toEqual(withoutWords(lines));
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});
