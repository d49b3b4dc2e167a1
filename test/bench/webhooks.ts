import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { startDeliveryService, type Happening, reasonTexts } from '@waybell/simulator';
import { machineText, markdownTable, today } from './shared/machine.ts';
import { atLeast, atMost, exitCodeOf, targetTable, writePage } from './shared/report.ts';
import type { ReceiverPhase, ReceiverWord } from './webhooks/receiver.ts';

/*
 * Bursts of webhooks on loopback into the services as main composes them, in a process of their own
 * with the database on the disk: is every one answered, how soon after it was stored, what becomes of
 * memory, and does the event loop stay free, so that the window goes on smoothly. Of each burst two
 * fifths report a change of a watched order, two fifths are the same again, and one fifth is about
 * orders that are not watched.
 *
 *   npm run bench -- webhooks [--events 5000] [--rounds 3] [--connections 200] [--note TEXT]
 *
 * Writes docs/bench/webhooks.md from 5,000 events on. Ends with 1 when a target is missed.
 */

const here = import.meta.dirname;
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '200' },
    note: { type: 'string', default: '' },
  },
});
const eventCount = Number(values.events);
const rounds = Number(values.rounds);
const watchedCount = Math.floor(eventCount * 0.4);
const strangerCount = eventCount - 2 * watchedCount;
const idleMs = 5000;
const drainWithinMs = 120_000;

const service = await startDeliveryService({ seed: 5 });
const watched = Array.from({ length: watchedCount }, () => service.addOrder());
const strangers = Array.from({ length: strangerCount }, () => service.addOrder());
const child = fork(join(here, 'webhooks/receiver.ts'), {
  execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
const waiting: ((word: ReceiverWord) => void)[] = [];
child.on('message', (word: ReceiverWord) => waiting.shift()?.(word));

function asked(message: unknown): Promise<ReceiverWord> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    child.send(message as object);
  });
}

async function phase(message: 'phase' | 'rest' = 'phase'): Promise<ReceiverPhase> {
  const word = await asked(message);
  if (word.kind !== 'phase') throw new Error(`expected a phase, not ${word.kind}`);
  return word;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const proof = 'known to the service';
const { baseUrl, credentials } = service;
const ready = await asked({ baseUrl, ...credentials, orders: watched, proof });
if (ready.kind !== 'ready') throw new Error('the receiver did not start');
const { origin, pathname } = new URL(ready.url);
await phase();
await pause(idleMs);
const idle = await phase('rest');

interface Turn {
  readonly fields: Readonly<Record<string, string>>;
  readonly happening: Happening;
}
const turns: readonly Turn[] = [
  {
    fields: { status: 'active' },
    happening: { kind: 'order_matched', reason: reasonTexts.matched },
  },
  {
    fields: { status: 'pending' },
    happening: { kind: 'order_released', reason: reasonTexts.released('breakdown') },
  },
];

/** What one burst came to. */
interface Burst {
  readonly answered: number;
  readonly seconds: number;
  readonly answerMs: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly answeredAfterStoredMs: { readonly p99: number; readonly max: number };
  readonly loopDelayMs: ReceiverPhase['loopDelayMs'];
  readonly turnCpuMs: ReceiverPhase['turnCpuMs'];
  readonly rssPeakMiB: number;
  readonly cpuMicrosPerEvent: number;
  readonly dealtWithAfterSeconds: number;
  readonly updates: number;
  /** The others were found by a check of the order's own before their webhook was read. */
  readonly updatesByWebhook: number;
}

function updatesSince({ updates: before }: ReceiverPhase, { updates: now }: ReceiverPhase): number {
  return now.webhook + now.poll - before.webhook - before.poll;
}

function uuidOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'uuid' in data ? String(data.uuid) : '';
}

async function burst(round: number): Promise<Burst> {
  const before = await phase();
  const turn = turns[round % turns.length];
  if (turn === undefined) throw new RangeError('no turn');
  const fromMs = service.storyMs();
  for (const uuid of [...watched, ...strangers]) {
    service.setOrder(uuid, { ...turn.fields }, [turn.happening]);
  }
  const isStranger = new Set(strangers);
  const events = service.notificationsBetween(fromMs - 1, service.storyMs());
  const changes = events.filter(({ data }) => !isStranger.has(uuidOf(data)));
  const bodies = [
    ...changes,
    ...changes,
    ...events.filter(({ data }) => isStranger.has(uuidOf(data))),
  ]
    .map((event, index) => ({ rank: (index * 7919) % eventCount, event }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ event }, no) => JSON.stringify({ ...event, no }));
  const pool = new Pool(origin, { connections: Number(values.connections) });
  const tookMs: number[] = [];
  let answered = 0;
  let next = 0;
  const startedMs = monotonicMs();
  const send = async (): Promise<void> => {
    while (next < bodies.length) {
      const no = next;
      next += 1;
      const sentMs = monotonicMs();
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: pathname,
        headers: { 'content-type': 'application/json', 'x-no': String(no), 'x-signature': proof },
        body: bodies[no] ?? '',
      });
      await body.dump();
      tookMs.push(monotonicMs() - sentMs);
      if (statusCode === 202) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, send));
  const seconds = (monotonicMs() - startedMs) / 1000;
  await pool.destroy();

  let last = await phase();
  const measured = [last];
  const isOpen = (): boolean => updatesSince(before, last) < watchedCount || last.queued > 0;
  while (isOpen() && monotonicMs() - startedMs < drainWithinMs) {
    await pause(500);
    last = await phase();
    measured.push(last);
  }
  const sinceStored = measured
    .flatMap((each) => each.answeredAfterStoredMs)
    .toSorted((one, other) => one - other);
  tookMs.sort((one, other) => one - other);
  const cpuSeconds = measured.reduce((sum, each) => sum + each.cpuSeconds, 0);
  return {
    answered,
    seconds,
    answerMs: {
      p50: percentile(tookMs, 0.5),
      p99: percentile(tookMs, 0.99),
      max: percentile(tookMs, 1),
    },
    answeredAfterStoredMs: { p99: percentile(sinceStored, 0.99), max: percentile(sinceStored, 1) },
    loopDelayMs: {
      p99: Math.max(...measured.map((each) => each.loopDelayMs.p99)),
      max: Math.max(...measured.map((each) => each.loopDelayMs.max)),
    },
    turnCpuMs: {
      p99: Math.max(...measured.map((each) => each.turnCpuMs.p99)),
      max: Math.max(...measured.map((each) => each.turnCpuMs.max)),
    },
    rssPeakMiB: Math.max(...measured.map((each) => each.rssMiB.peak)),
    cpuMicrosPerEvent: (cpuSeconds * 1e6) / eventCount,
    dealtWithAfterSeconds: (monotonicMs() - startedMs) / 1000,
    updates: updatesSince(before, last),
    updatesByWebhook: last.updates.webhook - before.updates.webhook,
  };
}

const bursts: Burst[] = [];
for (let round = 0; round < rounds; round += 1) {
  bursts.push(await burst(round));
  process.stderr.write(`${JSON.stringify(bursts.at(-1))}\n`);
}
await pause(2000);
const after = await phase('rest');
child.disconnect();
await once(child, 'exit');
await service.close();

const worst = (of: (one: Burst) => number): number => Math.max(...bursts.map(of));
const heldMiB = (after.heldMiB ?? Number.NaN) - (idle.heldMiB ?? Number.NaN);
const targets = [
  atLeast(
    'events answered with 2xx',
    Math.min(...bursts.map(({ answered }) => answered)),
    eventCount,
  ),
  // Not more either: none may be told twice.
  atLeast('changes told', Math.min(...bursts.map(({ updates }) => updates)), watchedCount),
  atMost(
    'changes told',
    worst(({ updates }) => updates),
    watchedCount,
  ),
  atMost(
    'answered after stored, slowest',
    worst((one) => one.answeredAfterStoredMs.max),
    100,
    ' ms',
  ),
  atMost(
    'longest turn of the event loop, time of the processor',
    worst((one) => one.turnCpuMs.max),
    25,
    ' ms',
  ),
  atMost('memory held beyond idle after all bursts', heldMiB, 8, ' MiB'),
  atMost(
    'memory above idle at its peak',
    worst((one) => one.rssPeakMiB) - idle.rssMiB.last,
    128,
    ' MiB',
  ),
];
const fixed = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const text = `# A burst of webhooks

On ${today()}, ${machineText()}${values.note === '' ? '' : `, ${values.note}`}. ${eventCount.toLocaleString('en')} webhooks at once over ${values.connections} connections on loopback, ${rounds} times, into the services as the program composes them: a process of its own, ${watchedCount.toLocaleString('en')} watched orders, the database on the disk, checks over HTTP. Of each burst ${watchedCount.toLocaleString('en')} report a change, as many are the same again, and ${strangerCount.toLocaleString('en')} are about orders that are not watched. \`npm run bench -- webhooks\` does it again.

${targetTable(targets)}

${markdownTable(
  ['burst', ...bursts.map((_, index) => String(index + 1))],
  [
    ['all answered after, s', ...bursts.map(({ seconds }) => fixed(seconds))],
    ['one answer, median, ms', ...bursts.map(({ answerMs }) => fixed(answerMs.p50))],
    ['one answer, 99 of 100, ms', ...bursts.map(({ answerMs }) => fixed(answerMs.p99))],
    [
      'answered after stored, 99 of 100, ms',
      ...bursts.map(({ answeredAfterStoredMs }) => fixed(answeredAfterStoredMs.p99)),
    ],
    [
      'turn of the event loop, 99 of 100, ms of the processor',
      ...bursts.map(({ turnCpuMs }) => fixed(turnCpuMs.p99)),
    ],
    ['longest turn, ms of the processor', ...bursts.map(({ turnCpuMs }) => fixed(turnCpuMs.max))],
    ['event loop delay, 99 of 100, ms', ...bursts.map(({ loopDelayMs }) => fixed(loopDelayMs.p99))],
    ['event loop delay, longest, ms', ...bursts.map(({ loopDelayMs }) => fixed(loopDelayMs.max))],
    [
      'processor per webhook with its check, µs',
      ...bursts.map((one) => fixed(one.cpuMicrosPerEvent)),
    ],
    ['memory at its peak, MiB', ...bursts.map(({ rssPeakMiB }) => fixed(rssPeakMiB))],
    [
      'changes told by a webhook before any check',
      ...bursts.map(({ updatesByWebhook }) => updatesByWebhook),
    ],
    ['all changes told after, s', ...bursts.map((one) => fixed(one.dealtWithAfterSeconds))],
  ],
)}

Idle, the process had ${fixed(idle.rssMiB.last)} MiB and an event loop delay of at most ${fixed(idle.loopDelayMs.max)} ms; at the end it had ${fixed(after.rssMiB.last)} MiB. The checks keep to the request cap, so telling all changes takes its time.
`;
process.stdout.write(`${text}\n`);
if (eventCount >= 5000) writePage('webhooks.md', text);
process.exitCode = exitCodeOf(targets);
