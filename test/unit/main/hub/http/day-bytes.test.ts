import { expect, test } from 'vitest';
import { DayBytes } from '../../../../../main/hub/http/day-bytes.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

const hourMs = 60 * 60_000;

test("a desk that wrote a day's bytes waits until its oldest hour counts no more, and others write on", async () => {
  const clock = new FakeClock();
  const written = new DayBytes(clock, 100);
  written.add('Mei', 60);
  await clock.advance(2 * hourMs);
  written.add('Mei', 39);
  expect(written.fullForSeconds('Mei')).toBeNull();
  written.add('Mei', 1);
  const waitSeconds = written.fullForSeconds('Mei') ?? 0;
  expect(written.fullForSeconds('Ana')).toBeNull();
  await clock.advance(waitSeconds * 1000 - 1000);
  expect(written.fullForSeconds('Mei')).toBe(1);
  await clock.advance(1000);
  expect(written.fullForSeconds('Mei')).toBeNull();
  written.add('Mei', 60);
  expect(written.fullForSeconds('Mei')).not.toBeNull();
});
