import { expect, test } from 'vitest';
import { fullTime } from '../../../renderer/components/controls/times.tsx';

test('full times count their hours from 0 to 23 in every language', () => {
  const evening = Date.UTC(2026, 10, 21, 22, 21, 29);
  const midnight = Date.UTC(2026, 10, 21, 0, 1, 2);
  expect(fullTime(evening, 'en', 'UTC')).toBe('Nov 21, 2026, 22:21:29');
  expect(fullTime(midnight, 'en', 'UTC')).toBe('Nov 21, 2026, 00:01:02');
  expect(fullTime(evening, 'zh-Hant-HK', 'UTC')).toContain('22:21:29');
});
