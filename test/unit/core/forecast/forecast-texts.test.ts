import { expect, it } from 'vitest';
import { type Forecast, forecastSilences } from '../../../../core/forecast/forecast.ts';
import { bandText, basisText, silenceText } from '../../../../core/forecast/forecast-texts.ts';

const minuteMs = 60_000;
const nowMs = Date.parse('2026-11-27T12:00:00Z');
const english = { language: 'en', locale: 'en-GB' } as const;
const chinese = { language: 'zh-Hant', locale: 'zh-Hant-HK' } as const;

function forecast(parts: Partial<Forecast> = {}): Forecast {
  return {
    phase: 'atPickup',
    sinceMs: nowMs - 14 * minuteMs,
    earliestAtMs: nowMs + 52 * minuteMs,
    latestAtMs: nowMs + 64 * minuteMs,
    likelyAtMs: nowMs + 58 * minuteMs,
    probability: null,
    halfAfterMs: 9 * minuteMs,
    knownCount: 1312,
    group: null,
    ...parts,
  };
}

/** With ordinary blanks for reading. */
function plain(text: string): string {
  return text.replaceAll('\u00A0', ' ');
}

it('a band is said from its begin to its end, or about when both are in one minute', () => {
  const said = (parts: Partial<Forecast>, speech: typeof english | typeof chinese) =>
    plain(bandText(forecast(parts), nowMs, speech, 'UTC'));
  const narrow = { latestAtMs: nowMs + 52 * minuteMs };
  expect([said({}, english), said(narrow, english)]).toEqual(['12:52 to 13:04', 'about 12:52']);
  expect([said({}, chinese), said(narrow, chinese)]).toEqual(['12:52 至 13:04', '約 12:52']);
});

it.each([
  [
    'toPickup',
    'On the way to the pickup for 14 min; half of 1,312 orders are there within 9 min',
    '前往取貨點已 14 分鐘；1,312 筆訂單中有一半在 9 分鐘內抵達取貨點',
  ],
  [
    'atPickup',
    'At the pickup for 14 min; half of 1,312 orders leave within 9 min',
    '在取貨點已 14 分鐘；1,312 筆訂單中有一半在 9 分鐘內離開',
  ],
  [
    'toDropoff',
    'Left the pickup 14 min ago; half of 1,312 orders arrive within 9 min',
    '離開取貨點已 14 分鐘；1,312 筆訂單中有一半在 9 分鐘內送達',
  ],
] as const)('what a forecast in the phase %s rests on is said', (phase, inEnglish, inChinese) => {
  expect(plain(basisText(forecast({ phase }), nowMs, english))).toBe(inEnglish);
  expect(plain(basisText(forecast({ phase }), nowMs, chinese))).toBe(inChinese);
});

it('a forecast from a group names it, and no phase has lasted less than nothing', () => {
  const ofGroup = forecast({ group: 'Cake', sinceMs: nowMs + minuteMs });
  expect(plain(basisText(ofGroup, nowMs, english))).toBe(
    'At the pickup for 0 s; half of 1,312 orders of Cake leave within 9 min',
  );
  expect(plain(basisText(ofGroup, nowMs, chinese))).toBe(
    '在取貨點已 0 秒；「Cake」的 1,312 筆訂單中有一半在 9 分鐘內離開',
  );
});

it('each silence has a reason of its own in both languages', () => {
  const said = forecastSilences.flatMap((reason) => [
    silenceText(reason, 'en'),
    silenceText(reason, 'zh-Hant'),
  ]);
  expect(new Set(said).size).toBe(2 * forecastSilences.length);
});
