import { beforeEach, describe, expect, it } from 'vitest';
import type { AppUpdate } from '../../../../../core/bridge/app-update.ts';
import type { UpdateFeed } from '../../../../../main/desktop/updates/update-service.ts';
import { UpdateService } from '../../../../../main/desktop/updates/update-service.ts';
import { FakeClock, settle } from '../../../../support/fake-clock.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const hourMs = 3_600_000;

/** A feed whose next answer is set by the test. */
class FakeFeed implements UpdateFeed {
  looks = 0;
  restarts = 0;
  answer: () => Promise<string | null> = () => Promise.resolve(null);
  fetching: (version: string, percent: number) => void = () => undefined;

  fetchNewer(fetching: (version: string, percent: number) => void): Promise<string | null> {
    this.looks += 1;
    this.fetching = fetching;
    return this.answer();
  }

  restart(): void {
    this.restarts += 1;
  }
}

let clock: FakeClock;
let feed: FakeFeed;
let log: RecordingLog;
let seen: AppUpdate[];
let isWanted: boolean;
let isWatching: boolean;

function service(withFeed: UpdateFeed | null = feed): UpdateService {
  return new UpdateService({
    feed: withFeed,
    looksByItself: () => isWanted,
    isAnythingWatched: () => isWatching,
    changed: (update) => seen.push(update),
    clock,
    log,
  });
}

beforeEach(() => {
  clock = new FakeClock();
  feed = new FakeFeed();
  log = new RecordingLog();
  seen = [];
  isWanted = true;
  isWatching = true;
});

describe('updates', () => {
  it('while nothing is watched it neither looks nor keeps a timer, until an order comes', async () => {
    isWatching = false;
    const updates = service();
    updates.start();
    expect(clock.waitingTimers).toBe(0);

    isWatching = true;
    updates.ordersChanged();
    await clock.advance(60_000);
    expect(feed.looks).toBe(1);

    isWatching = false;
    await clock.advance(7 * hourMs);
    expect(feed.looks).toBe(1);
    expect(clock.waitingTimers).toBe(0);
  });

  it('a copy without a feed never looks and keeps no timer', async () => {
    const updates = service(null);
    updates.start();
    await updates.look();

    expect(updates.state).toEqual({ kind: 'noFeed' });
    expect(clock.waitingTimers).toBe(0);
  });

  it('the first look comes after the start has settled, the next ones every six hours', async () => {
    service().start();
    await clock.advance(59_000);
    expect(feed.looks).toBe(0);
    await clock.advance(1000);
    expect(feed.looks).toBe(1);
    await clock.advance(6 * hourMs);
    expect(feed.looks).toBe(2);
  });

  it('who does not want it looks by hand only', async () => {
    isWanted = false;
    const updates = service();
    updates.start();
    await clock.advance(24 * hourMs);
    expect(feed.looks).toBe(0);
    await updates.look();
    expect(feed.looks).toBe(1);
    expect(updates.state).toEqual({ kind: 'latest', lookedAtMs: clock.wallMs() });
  });

  it('says how far fetching has come, and once that it is ready', async () => {
    feed.answer = () => {
      feed.fetching('2.0.0', 0);
      feed.fetching('2.0.0', 41.7);
      feed.fetching('2.0.0', 41.9);
      return Promise.resolve('2.0.0');
    };
    await service().look();

    expect(seen).toEqual([
      { kind: 'looking' },
      { kind: 'fetching', version: '2.0.0', percent: 0 },
      { kind: 'fetching', version: '2.0.0', percent: 41 },
      { kind: 'ready', version: '2.0.0' },
    ]);
  });

  it('what is ready is put in place when the user says so and not before', async () => {
    feed.answer = () => Promise.resolve('2.0.0');
    const updates = service();
    updates.start();
    updates.restart();
    await clock.advance(48 * hourMs);
    feed.fetching('2.0.0', 99);

    expect(updates.state).toEqual({ kind: 'ready', version: '2.0.0' });
    expect(feed).toMatchObject({ looks: 1, restarts: 0 });
    updates.restart();
    expect(feed.restarts).toBe(1);
  });

  it('a failure is said with its time, logged without its message, and tried again', async () => {
    feed.answer = () => Promise.reject(new Error('https://feed.example/?key=canary'));
    const updates = service();
    updates.start();
    await clock.advance(60_000);

    expect(updates.state).toEqual({ kind: 'failed', atMs: clock.wallMs() });
    expect(log.events('error')).toEqual(['updateNotFetched']);
    feed.answer = () => Promise.resolve(null);
    await clock.advance(6 * hourMs);
    expect(updates.state).toMatchObject({ kind: 'latest' });
  });

  it('one look at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    feed.answer = () => promise;
    const updates = service();
    const first = updates.look();
    await updates.look();
    resolve(null);
    await first;
    await settle();

    expect(feed.looks).toBe(1);
  });
});
