import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../../core/delivery/delivery-failure.ts';
import type {
  ServiceHealth,
  UnreachableService,
} from '../../../../../core/watch/service-health.ts';
import { clockText } from '../../../../../core/order/format.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import type { Settings } from '../../../../../core/settings/settings.ts';
import { inEnglish } from '../../../../../core/text/language.ts';
import { ContactNotifications } from '../../../../../main/engine/notify/contact-notifications.ts';
import { RetryingOutbox } from '../../../../../main/engine/notify/retrying-outbox.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { FailingOutbox } from '../../../../support/storage/failing-outbox.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

const minute = 60_000;
const reachable: ServiceHealth = { state: 'reachable' };

function unreachable(
  cause: DeliveryFailureCode,
  sinceMs: number,
  httpStatus: number | null = null,
): UnreachableService {
  return { state: 'unreachable', cause, httpStatus, sinceMs, retryAtMs: null };
}

function bench(settings = defaultSettings) {
  // At nine by the clock of this computer, by which the texts tell times.
  const clock = new FakeClock(new Date(2026, 2, 2, 9).getTime());
  const outbox = new FailingOutbox();
  const retrying = new RetryingOutbox(outbox, clock);
  const counts = { recovered: 0, back: 0 };
  const restated: string[] = [];
  const watcher: { serviceHealth: ServiceHealth } = { serviceHealth: reachable };
  const notifications = new ContactNotifications({
    clock,
    outbox: retrying,
    localisation: inEnglish,
    settings: () => settings,
    watched: () => Array.from({ length: 24 }, () => ({ observedAtMs: null })),
    listedCount: () => 24,
    serviceHealth: () => watcher.serviceHealth,
    recovered: () => {
      counts.recovered += 1;
    },
    isBack: () => {
      counts.back += 1;
    },
    restate: ({ texts }) => {
      restated.push(texts.full.title);
      return true;
    },
  });
  const announce = notifications.serviceHealthChanged.bind(notifications);
  notifications.serviceHealthChanged = (serviceHealth) => {
    watcher.serviceHealth = serviceHealth;
    announce(serviceHealth);
  };
  const texts = () =>
    [...outbox.notifications.values()].map((notification) => notification.texts.full);
  return { clock, outbox, notifications, texts, counts, restated, watcher };
}

async function soundsOf(settings: Settings) {
  const { clock, notifications, outbox } = bench(settings);
  notifications.serviceHealthChanged(unreachable('dns-failed', clock.wallMs()));
  await clock.advance(60_000);
  notifications.serviceHealthChanged(unreachable('credentials-refused', clock.wallMs(), 401));
  return [...outbox.notifications.values()].map(({ event, sound }) => [event, sound]);
}

test('a loss of contact has a sound where that was chosen, and refused credentials always', async () => {
  const connection = { level: 'needsYou', sound: 'soft' } as const;
  const toldKinds = { ...defaultSettings.toldKinds, connection };
  expect(await soundsOf(defaultSettings)).toEqual([
    ['connectionLost', 'none'],
    ['credentialsRefused', 'system'],
  ]);
  expect(await soundsOf({ ...defaultSettings, toldKinds })).toEqual([
    ['connectionLost', 'soft'],
    ['credentialsRefused', 'system'],
  ]);
});

test('a desk that the team shut out is told so at once, and not that its hub is away', async () => {
  const { clock, notifications, texts } = bench();
  const sinceMs = clock.wallMs();
  const shutOut = { ...unreachable('desk-revoked', sinceMs), retryAtMs: sinceMs + 10_000 };
  notifications.serviceHealthChanged(shutOut);
  await clock.advance(120_000);
  expect(texts().map(({ title }) => title)).toEqual(['This desk is no longer in the team']);
});

test('an answer too short to be announced begins the minute anew', async () => {
  const { clock, notifications, texts } = bench();
  notifications.serviceHealthChanged(unreachable('dns-failed', clock.wallMs()));
  await clock.advance(50_000);
  notifications.serviceHealthChanged(unreachable('dns-failed', clock.wallMs()));
  await clock.advance(59_000);
  expect(texts()).toEqual([]);
  await clock.advance(1000);
  expect(texts()[0]?.title).toBe('No contact since 09:00');
});

test('a minute without contact notifies once, and its end once with what changed', async () => {
  const { clock, notifications, texts, counts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(unreachable('dns-failed', sinceMs));
  await clock.advance(30_000);
  notifications.serviceHealthChanged(unreachable('unreachable', sinceMs));
  await clock.advance(29_000);
  expect(texts()).toEqual([]);
  await clock.advance(600_000);
  expect(texts()).toEqual([
    {
      title: 'No contact since 09:00',
      body: '24\u00a0orders are not being checked. Trying again.',
    },
  ]);
  notifications.serviceHealthChanged(reachable);
  notifications.orderUpdated(orderIdAt(1));
  notifications.orderUpdated(orderIdAt(1));
  notifications.orderUpdated(orderIdAt(2));
  await clock.advance(10_000);
  expect(texts()[1]).toEqual({
    title: 'Connected again after 10\u00a0min',
    body: '2\u00a0orders changed in the meantime.',
  });
  expect(counts).toEqual({ recovered: 1, back: 1 });
});

test('a loss of less than a minute does not notify', async () => {
  const { clock, notifications, texts } = bench();
  notifications.serviceHealthChanged(unreachable('timeout', clock.wallMs()));
  await clock.advance(50_000);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(600_000);
  expect(texts()).toEqual([]);
  expect(clock.waitingTimers).toBe(0);
});

test('contact that comes and goes every three seconds tells nothing more', async () => {
  const { clock, notifications, texts } = bench();
  for (let round = 0; round < 100; round += 1) {
    notifications.serviceHealthChanged(unreachable('connection-lost', clock.wallMs()));
    await clock.advance(3000);
    notifications.serviceHealthChanged(reachable);
    await clock.advance(3000);
  }
  expect(texts()).toEqual([]);
  notifications.serviceHealthChanged(unreachable('connection-lost', clock.wallMs()));
  await clock.advance(70_000);
  for (let round = 0; round < 100; round += 1) {
    notifications.serviceHealthChanged(reachable);
    await clock.advance(3000);
    notifications.serviceHealthChanged(unreachable('connection-lost', clock.wallMs()));
    await clock.advance(3000);
  }
  expect(texts()).toHaveLength(1);
});

/** Refused credentials, to be tried again half a minute later. */
function refused(sinceMs: number): ServiceHealth {
  return { ...unreachable('credentials-refused', sinceMs, 401), retryAtMs: sinceMs + 30_000 };
}

test('refused credentials notify at once with the next try, a single time, with a sound', async () => {
  const { clock, notifications, outbox, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(refused(sinceMs));
  notifications.serviceHealthChanged(refused(sinceMs));
  await clock.advance(600_000);
  const next = clockText(sinceMs + 30_000, 'en');
  expect(texts()).toEqual([
    {
      title: 'Credentials refused',
      body: `The service refused the client ID and secret (401). Next try at ${next}.`,
    },
  ]);
  expect([...outbox.notifications.values()][0]).toMatchObject({
    event: 'credentialsRefused',
    sound: 'system',
    texts: { countOnly: { body: `Next try at ${next}` } },
  });
});

test('the end of refused credentials notifies once, however often they are refused before it', async () => {
  const { clock, notifications, texts } = bench();
  notifications.serviceHealthChanged(refused(clock.wallMs()));
  await clock.advance(30_000);
  for (let round = 0; round < 3; round += 1) {
    notifications.serviceHealthChanged(reachable);
    await clock.advance(5000);
    notifications.serviceHealthChanged(refused(clock.wallMs()));
    await clock.advance(30_000);
  }
  notifications.serviceHealthChanged(reachable);
  notifications.orderUpdated(orderIdAt(1));
  await clock.advance(10_000);
  expect(texts().map(({ title }) => title)).toEqual([
    'Credentials refused',
    'Connected again after 2\u00a0min',
  ]);
  expect(texts()[1]?.body).toBe('1\u00a0order changed in the meantime.');
  notifications.serviceHealthChanged(refused(clock.wallMs()));
  await clock.advance(1000);
  expect(texts()).toHaveLength(3);
});

test('a notification that the disk refused notifies when the disk accepts it, unless it is over', async () => {
  const { clock, outbox, notifications, texts } = bench();
  outbox.isBroken = true;
  notifications.serviceHealthChanged(unreachable('dns-failed', clock.wallMs()));
  await clock.advance(120_000);
  outbox.isBroken = false;
  await clock.advance(10_000);
  expect(texts().map(({ title }) => title)).toEqual(['No contact since 09:00']);
  outbox.isBroken = true;
  notifications.serviceHealthChanged(reachable);
  await clock.advance(20_000);
  outbox.isBroken = false;
  await clock.advance(10_000);
  expect(texts()).toHaveLength(2);
  outbox.isBroken = true;
  notifications.serviceHealthChanged(refused(clock.wallMs()));
  notifications.serviceHealthChanged(reachable);
  outbox.isBroken = false;
  await clock.advance(60_000);
  expect(texts()).toHaveLength(2);
  expect(clock.waitingTimers).toBe(0);
});

test('a loss that ended or began again before it was announced does not notify', async () => {
  const { clock, notifications, texts, watcher } = bench();
  const lost = unreachable('dns-failed', clock.wallMs());
  notifications.serviceHealthChanged(lost);
  await clock.advance(59_900);
  watcher.serviceHealth = reachable;
  await clock.advance(1000);
  notifications.serviceHealthChanged(reachable);
  expect(texts()).toEqual([]);
  notifications.serviceHealthChanged(unreachable('dns-failed', clock.wallMs()));
  await clock.advance(60_000);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(9900);
  watcher.serviceHealth = lost;
  await clock.advance(1000);
  expect(texts()).toHaveLength(1);
  // Over again before it was reported.
  watcher.serviceHealth = reachable;
  await clock.advance(20_000);
  expect(texts()).toHaveLength(2);
});

/** A pause that the service asked for, for so long from now. */
function pause(sinceMs: number, untilMs: number): UnreachableService {
  return { ...unreachable('rate-limited', sinceMs, 429), retryAtMs: untilMs };
}

const titlesOf = (texts: () => readonly { readonly title: string }[]) =>
  texts().map(({ title }) => title);

test('a pause notifies as one from a minute on, and as a loss of contact from five', async () => {
  const { clock, notifications, outbox, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 30 * minute));
  await clock.advance(59_000);
  expect(texts()).toEqual([]);
  await clock.advance(3 * minute);
  expect(texts()).toEqual([
    {
      title: 'The service asks for a pause until 09:30',
      body: '24\u00a0orders are not being checked. What is known stays.',
    },
  ]);
  await clock.advance(minute);
  expect(titlesOf(texts)).toHaveLength(1);
  await clock.advance(30 * minute);
  expect(titlesOf(texts)).toEqual([
    'The service asks for a pause until 09:30',
    'No contact since 09:00',
  ]);
  expect([...outbox.notifications.keys()]).toEqual([
    `servicePaused:${sinceMs}`,
    `connectionLost:${sinceMs}`,
  ]);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(10_000);
  expect(titlesOf(texts).slice(2)).toEqual(['Connected again after 34\u00a0min']);
});

test('a pause that ends within the minute does not notify', async () => {
  const { clock, notifications, texts } = bench();
  notifications.serviceHealthChanged(pause(clock.wallMs(), clock.wallMs() + 50_000));
  await clock.advance(50_000);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(10 * minute);
  expect(texts()).toEqual([]);
  expect(clock.waitingTimers).toBe(0);
});

test('a pause that goes on notifies once, and its card says until when by now', async () => {
  const { clock, notifications, restated, texts } = bench();
  const sinceMs = clock.wallMs();
  const until = (minutes: number) =>
    notifications.serviceHealthChanged(pause(sinceMs, sinceMs + minutes * minute));
  until(2);
  await clock.advance(2 * minute);
  until(3);
  until(3.001);
  // "Try now" was pressed.
  until(2);
  await clock.advance(minute);
  until(4);
  await clock.advance(minute);
  expect(titlesOf(texts)).toEqual(['The service asks for a pause until 09:02']);
  expect(restated).toEqual([
    'The service asks for a pause until 09:03',
    'The service asks for a pause until 09:04',
  ]);
});

test('short pauses between answers that do not last go on with the pause that was notified, and are a loss from five minutes', async () => {
  const { clock, counts, notifications, restated, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 2 * minute));
  await clock.advance(2 * minute);
  const flap = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      notifications.serviceHealthChanged(reachable);
      await clock.advance(4000);
      notifications.serviceHealthChanged(pause(clock.wallMs(), clock.wallMs() + 2000));
      await clock.advance(2000);
    }
  };
  await flap(29);
  expect(texts()).toHaveLength(1);
  await flap(61);
  expect(titlesOf(texts)).toEqual([
    'The service asks for a pause until 09:02',
    'No contact since 09:04',
  ]);
  expect(restated).toEqual([]);
  expect(counts.back).toBe(0);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(10_000);
  expect(titlesOf(texts).slice(2)).toEqual(['Connected again after 11\u00a0min']);
  expect(counts.back).toBe(1);
});

test('what fails after a pause that was notified and an answer is a loss a minute later', async () => {
  const { clock, notifications, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 2 * minute));
  await clock.advance(2 * minute);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(4000);
  notifications.serviceHealthChanged(unreachable('rate-limited', clock.wallMs(), 429));
  await clock.advance(59_000);
  expect(titlesOf(texts)).toHaveLength(1);
  await clock.advance(1000);
  expect(titlesOf(texts).slice(1)).toEqual(['No contact since 09:02']);
});

test('a 429 that names no end is a loss of contact, and never a pause', async () => {
  const { clock, notifications, texts } = bench();
  const sinceMs = clock.wallMs();
  const limited = { ...pause(sinceMs, sinceMs + 2 * minute), isOwnRetry: true } as const;
  notifications.serviceHealthChanged(limited);
  await clock.advance(59_000);
  expect(texts()).toEqual([]);
  await clock.advance(10 * minute);
  expect(titlesOf(texts)).toEqual(['No contact since 09:00']);
});

test('the return of contact notifies only where its loss was shown', async () => {
  const { clock, notifications, outbox } = bench();
  const lose = async () => {
    notifications.serviceHealthChanged(unreachable('dns-failed', clock.wallMs()));
    await clock.advance(2 * minute);
    return outbox.latestOf(['connectionLost'])?.key ?? '';
  };
  const comeBack = async () => {
    notifications.serviceHealthChanged(reachable);
    await clock.advance(minute);
    return outbox.outcomes.get(outbox.latestOf(['connectionRestored'])?.key ?? '') ?? null;
  };
  outbox.settle([await lose()], { kind: 'held', reason: 'quietHours' }, clock.wallMs());
  expect(await comeBack()).toEqual({ kind: 'suppressed', reason: 'over' });
  outbox.settle([await lose()], { kind: 'shown' }, clock.wallMs());
  expect(await comeBack()).toBeNull();
});

test('a pause that turns into another failure is one loss, and so is the contrary', async () => {
  const { clock, notifications, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 90_000));
  await clock.advance(90_000);
  notifications.serviceHealthChanged(unreachable('timeout', sinceMs));
  await clock.advance(minute);
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 20 * minute));
  await clock.advance(20 * minute);
  expect(titlesOf(texts)).toEqual([
    'The service asks for a pause until 09:01',
    'No contact since 09:00',
  ]);
  notifications.serviceHealthChanged(reachable);
  await clock.advance(10_000);
  expect(texts()).toHaveLength(3);
});

test('a failure that turns into a pause before it notifies is notified as a pause', async () => {
  const { clock, notifications, texts } = bench();
  const sinceMs = clock.wallMs();
  notifications.serviceHealthChanged(unreachable('timeout', sinceMs));
  await clock.advance(30_000);
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 2 * minute));
  await clock.advance(30_000);
  expect(titlesOf(texts)).toEqual(['The service asks for a pause until 09:02']);
});

test('a pause that the disk did not accept before it became a loss notifies as a loss alone', async () => {
  const { clock, notifications, outbox, texts } = bench();
  const sinceMs = clock.wallMs();
  outbox.isBroken = true;
  notifications.serviceHealthChanged(pause(sinceMs, sinceMs + 90_000));
  await clock.advance(90_000);
  notifications.serviceHealthChanged(unreachable('timeout', sinceMs));
  outbox.isBroken = false;
  await clock.advance(minute);
  expect(titlesOf(texts)).toEqual(['No contact since 09:00']);
});

test('stopping leaves nothing waiting', () => {
  const { clock, notifications } = bench();
  notifications.serviceHealthChanged(unreachable('timeout', clock.wallMs()));
  notifications.stop();
  expect(clock.waitingTimers).toBe(0);
});
