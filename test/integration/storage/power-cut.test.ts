import { describe, expect, test } from 'vitest';
import { nothingFound } from '../../support/power-cut/cuts-found.ts';
import { cutDesk, type DeskChoices, traceDesk } from '../../support/power-cut/traced-desk.ts';
import { cutHub, nothingFoundOfHubs, traceHub } from '../../support/power-cut/traced-hub.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* Thousands of cuts with more acts: npm run bench -- cuts; some of them each night: power-cut.nightly.test.ts */

/** Longer than a busy machine takes. */
const giveUpMs = 180_000;

async function found(count: number, choices: Omit<DeskChoices, 'orderCount' | 'seed'>) {
  const trace = await traceDesk(temporaryFolder(), { ...choices, orderCount: 110, seed: 1 });
  const cuts = nothingFound();
  await cutDesk(trace, { count, seed: 1 }, cuts);
  return cuts;
}

const isWell = { lost: 0, doubled: 0, unusable: 0, details: [] };

describe.runIf(process.platform === 'linux')('fault 53: a power cut', () => {
  test(
    'takes nothing from a desk that was confirmed',
    async () => {
      const cuts = await found(100, { acts: 60, isOfTeam: false, isUnsynced: false });
      expect(cuts).toMatchObject(isWell);
      expect(cuts.confirmed).toBeGreaterThan(1000);
    },
    giveUpMs,
  );

  test(
    'takes nothing from a desk of a team whose hub is away',
    async () => {
      const cuts = await found(30, { acts: 40, isOfTeam: true, isUnsynced: false });
      expect(cuts).toMatchObject(isWell);
    },
    giveUpMs,
  );

  test(
    'takes nothing from a hub that was answered, and gives no sequence to another entry',
    async () => {
      const trace = await traceHub(temporaryFolder(), {
        acts: 40,
        orderCount: 20,
        seed: 1,
        isUnsynced: false,
      });
      const cuts = nothingFoundOfHubs();
      await cutHub(trace, { count: 25, seed: 1 }, cuts);
      expect(cuts).toMatchObject({ ...isWell, reused: 0 });
      expect(cuts.seen).toBeGreaterThan(100);
    },
    giveUpMs,
  );

  test(
    'is seen to take acts from a program that waits for no sync',
    async () => {
      const cuts = await found(20, { acts: 40, isOfTeam: true, isUnsynced: true });
      expect(cuts.lost).toBeGreaterThan(0);
    },
    giveUpMs,
  );
});
