import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import type { Sight } from '../../../../core/watch/sight.ts';
import { inEnglish } from '../../../../core/text/language.ts';
import { ContactNotifications } from '../../../../main/notify/contact-notifications.ts';
import { RetryingOutbox } from '../../../../main/notify/retrying-outbox.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { MemoryOutbox } from '../../../support/storage/memory-outbox.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const clear: Sight = { state: 'clear' };

function blind(
  cause: DeliveryFailureCode,
  sinceMs: number,
  httpStatus: number | null = null,
): Sight {
  return { state: 'blind', cause, httpStatus, sinceMs, retryAtMs: null };
}

function bench() {
  const clock = new FakeClock();
  const outbox = new MemoryOutbox();
  const retrying = new RetryingOutbox(outbox, clock);
  const counts = { recovered: 0 };
  const watcher: { sight: Sight } = { sight: clear };
  const notifications = new ContactNotifications({
    clock,
    outbox: retrying,
    localisation: inEnglish,
    watchedCount: () => 24,
    sight: () => watcher.sight,
    recovered: () => {
      counts.recovered += 1;
    },
  });
  const announce = notifications.sightChanged.bind(notifications);
  notifications.sightChanged = (sight) => {
    watcher.sight = sight;
    announce(sight);
  };
  const texts = () =>
    [...outbox.notifications.values()].map((notification) => notification.texts.full);
  return { clock, outbox, notifications, texts, counts, watcher };
}

test('an answer too short to be announced begins the minute anew', async () => {
  const { clock, notifications, texts } = bench();
  notifications.sightChanged(blind('dns-failed', clock.wallMs()));
  await clock.advance(50_000);
  notifications.sightChanged(blind('dns-failed', clock.wallMs()));
  await clock.advance(59_000);
  expect(texts()).toEqual([]);
  await clock.advance(1000);
  expect(texts()[0]?.title).toBe('No contact for 1\u00a0min');
});

test('a minute without contact is told once, and its end once with what changed', async () => {
  const { clock, notifications, texts, counts } = bench();
  const sinceMs = clock.wallMs();
  notifications.sightChanged(blind('dns-failed', sinceMs));
  await clock.advance(30_000);
  notifications.sightChanged(blind('unreachable', sinceMs));
  await clock.advance(29_000);
  expect(texts()).toEqual([]);
  await clock.advance(600_000);
  expect(texts()).toEqual([
    {
      title: 'No contact for 1\u00a0min',
      body: '24\u00a0orders are not being checked. Trying again.',
    },
  ]);
  notifications.sightChanged(clear);
  notifications.orderUpdated(orderIdAt(1));
  notifications.orderUpdated(orderIdAt(1));
  notifications.orderUpdated(orderIdAt(2));
  await clock.advance(10_000);
  expect(texts()[1]).toEqual({
    title: 'Connected again after 10\u00a0min',
    body: '2\u00a0orders changed in the meantime.',
  });
  expect(counts).toEqual({ recovered: 1 });
});

test('a short loss is not worth a word', async () => {
  const { clock, notifications, texts } = bench();
  notifications.sightChanged(blind('timeout', clock.wallMs()));
  await clock.advance(50_000);
  notifications.sightChanged(clear);
  await clock.advance(600_000);
  expect(texts()).toEqual([]);
  expect(clock.waitingTimers).toBe(0);
});

test('a path that flaps every three seconds tells nothing more', async () => {
  const { clock, notifications, texts } = bench();
  for (let round = 0; round < 100; round += 1) {
    notifications.sightChanged(blind('connection-lost', clock.wallMs()));
    await clock.advance(3000);
    notifications.sightChanged(clear);
    await clock.advance(3000);
  }
  expect(texts()).toEqual([]);
  notifications.sightChanged(blind('connection-lost', clock.wallMs()));
  await clock.advance(70_000);
  for (let round = 0; round < 100; round += 1) {
    notifications.sightChanged(clear);
    await clock.advance(3000);
    notifications.sightChanged(blind('connection-lost', clock.wallMs()));
    await clock.advance(3000);
  }
  expect(texts()).toHaveLength(1);
});

test('refused credentials are told at once, once, with a sound', async () => {
  const { clock, notifications, outbox, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.sightChanged(blind('credentials-refused', sinceMs, 401));
  notifications.sightChanged(blind('credentials-refused', sinceMs, 401));
  await clock.advance(600_000);
  expect(texts()).toEqual([
    {
      title: 'Checking is stopped',
      body: 'The service refused the client ID and secret (401).',
    },
  ]);
  expect([...outbox.notifications.values()][0]).toMatchObject({
    event: 'credentialsRefused',
    hasSound: true,
    texts: { countOnly: { body: 'Credentials were refused' } },
  });
});

test('a disk that refuses is no reason to fail', async () => {
  const { clock, notifications, outbox } = bench();
  outbox.isBroken = true;
  notifications.sightChanged(blind('credentials-refused', clock.wallMs(), 401));
  expect(outbox.notifications.size).toBe(0);
});

test('what the disk refused is told once the disk takes it, unless it is over', async () => {
  const { clock, outbox, notifications, texts } = bench();
  outbox.isBroken = true;
  notifications.sightChanged(blind('dns-failed', clock.wallMs()));
  await clock.advance(120_000);
  outbox.isBroken = false;
  await clock.advance(10_000);
  expect(texts().map(({ title }) => title)).toEqual(['No contact for 2\u00a0min']);
  outbox.isBroken = true;
  notifications.sightChanged(clear);
  await clock.advance(20_000);
  outbox.isBroken = false;
  await clock.advance(10_000);
  expect(texts()).toHaveLength(2);
  outbox.isBroken = true;
  notifications.sightChanged(blind('credentials-refused', clock.wallMs(), 401));
  notifications.sightChanged(clear);
  outbox.isBroken = false;
  await clock.advance(60_000);
  expect(texts()).toHaveLength(2);
  expect(clock.waitingTimers).toBe(0);
});

test('what ended, or began again, and is not announced yet is not told', async () => {
  const { clock, notifications, texts, watcher } = bench();
  const lost = blind('dns-failed', clock.wallMs());
  notifications.sightChanged(lost);
  await clock.advance(59_900);
  watcher.sight = clear;
  await clock.advance(1000);
  notifications.sightChanged(clear);
  expect(texts()).toEqual([]);
  notifications.sightChanged(blind('dns-failed', clock.wallMs()));
  await clock.advance(60_000);
  notifications.sightChanged(clear);
  await clock.advance(9900);
  watcher.sight = lost;
  await clock.advance(1000);
  expect(texts()).toHaveLength(1);
  // Over again before anybody heard of it.
  watcher.sight = clear;
  await clock.advance(20_000);
  expect(texts()).toHaveLength(2);
});

test('stopping leaves nothing waiting', () => {
  const { clock, notifications } = bench();
  notifications.sightChanged(blind('timeout', clock.wallMs()));
  notifications.stop();
  expect(clock.waitingTimers).toBe(0);
});
