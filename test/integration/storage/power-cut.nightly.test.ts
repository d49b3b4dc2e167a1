import { describe, expect, test } from 'vitest';
import { type CutsFound, nothingFound } from '../../support/power-cut/cuts-found.ts';
import { cutDesk, traceDesk } from '../../support/power-cut/traced-desk.ts';
import { cutHub, nothingFoundOfHubs, traceHub } from '../../support/power-cut/traced-hub.ts';
import { freePorts } from '../../support/network/free-ports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Other acts and other moments than those of power-cut.test.ts, and more of them. */
const seed = 2;
const cuts = { count: 40, seed };

type Found = CutsFound & { readonly reused: number };

const desk = async (isOfTeam: boolean, isUnsynced: boolean): Promise<Found> => {
  const choices = { acts: 100, orderCount: 110, seed, isOfTeam, isUnsynced };
  const found = nothingFound();
  await cutDesk(await traceDesk(temporaryFolder(), choices), cuts, found);
  return { ...found, reused: 0 };
};

const hub = async (isUnsynced: boolean): Promise<Found> => {
  const choices = { acts: 100, orderCount: 30, seed, isUnsynced };
  const found = nothingFoundOfHubs();
  await cutHub(await traceHub(temporaryFolder(), choices), cuts, found);
  return found;
};

describe.runIf(process.platform === 'linux')('fault 53: forty power cuts each', () => {
  test.each([
    ['a desk', () => desk(false, false)],
    ['a desk of a team', () => desk(true, false)],
    ['a hub', () => hub(false)],
  ])('take nothing from %s that was confirmed', async (_name, found) => {
    const isWell = { cuts: 40, lost: 0, doubled: 0, reused: 0, unusable: 0, details: [] };
    expect(await found()).toMatchObject(isWell);
  });

  test('of three members of etcd and a hub at one moment take nothing that was confirmed', async () => {
    const ports = await freePorts(6);
    const choices = { acts: 60, orderCount: 10, seed, isUnsynced: false, ports };
    const found = nothingFoundOfHubs();
    const trace = await traceHub(temporaryFolder(), choices);
    await cutHub(trace, { count: 10, seed }, found, ports);
    const isWell = { cuts: 10, lost: 0, doubled: 0, reused: 0, unusable: 0, details: [] };
    expect(found).toMatchObject(isWell);
  });

  test.each([
    ['a desk', () => desk(false, true)],
    ['a hub', () => hub(true)],
  ])('are seen to take acts from %s that waits for no sync', async (_name, found) => {
    expect((await found()).lost).toBeGreaterThan(0);
  });
});
