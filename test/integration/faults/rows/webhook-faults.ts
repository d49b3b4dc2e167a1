import { connect } from 'node:net';
import { request } from 'undici';
import { expect } from 'vitest';
import { reasonTexts, type Happening, type WebhookRuleSource } from '@waybell/simulator';
import { storedUpdate } from '../../../../main/engine/storage/update-rows.ts';
import type { FaultBench } from '../../../support/faults/fault-bench.ts';
import type { FaultRow } from '../../../support/faults/fault-row.ts';
import { ReceiverSlot } from '../../../support/faults/receiver-slot.ts';

/*
 * Faults 49 to 52: faulty webhooks, sent by the simulated service to the real receiver of the joined
 * product. The laws of test/support/faults/laws.ts are checked during and after each fault.
 */

const minuteMs = 60_000;
const matched: Happening = { kind: 'order_matched', reason: reasonTexts.matched };
const courier = { name: 'Lau Chi Keung', phone_number: '+852 5512 3047' };

/** The first order is matched, and the service says so by a webhook. */
function match(bench: FaultBench, happenings: readonly Happening[] = [matched]): void {
  bench.service.setOrder(bench.first, { status: 'active', courier }, happenings);
  bench.truths.get(bench.first)?.push(bench.truth(bench.first));
}

function updatesOf(bench: FaultBench) {
  return bench.records.updates.filter(({ orderId }) => orderId === bench.first);
}

function checksOf(bench: FaultBench): number {
  return bench.source.checks.filter(({ id }) => id === bench.first).length;
}

interface WebhookRow extends Pick<FaultRow, 'fault' | 'name' | 'mayLie'> {
  readonly rules?: readonly WebhookRuleSource[];
  /** Whether the service proves that its webhooks are its own. */
  readonly proof?: 'header' | 'none';
  readonly hit: (bench: FaultBench, receiver: ReceiverSlot) => Promise<void>;
}

function row({ rules = [], proof = 'header', hit, ...rest }: WebhookRow): FaultRow {
  const receiver = new ReceiverSlot();
  return {
    ...rest,
    bench: { lastWord: receiver.lastWord },
    async strike(bench) {
      await receiver.open(bench, proof);
      bench.service.webhooks.faults.add(...rules);
      await hit(bench, receiver);
      expect(bench.records.defects).toEqual([]);
    },
    clear: async (bench) => {
      bench.service.webhooks.faults.clear();
      await receiver.arrived(bench, 2 * minuteMs);
      expect(receiver.queue.count).toBe(0);
    },
  };
}

const repeated: readonly WebhookRow[] = [
  {
    fault: 49,
    name: 'a webhook that comes eleven times has one effect, and each is answered with 2xx',
    rules: [{ action: { do: 'duplicate', times: 10, everyMs: 2000 } }],
    async hit(bench, receiver) {
      const before = checksOf(bench);
      match(bench);
      await receiver.arrived(bench, 10_000);
      // One check for the webhook. From then on the order keeps the slow pace of an audit.
      expect(checksOf(bench) - before).toBe(1);
      await receiver.arrived(bench, 15_000);
      expect(updatesOf(bench)).toMatchObject([{ source: 'webhook', kinds: ['order_matched'] }]);
      expect(receiver.service.state).toMatchObject({ accepted: 1, duplicates: 10 });
      expect(bench.service.webhooks.counts).toMatchObject({ attempts: 11, delivered: 11 });
    },
  },
  {
    fault: 49,
    name: 'a webhook whose answer is lost is sent again ten times and told once',
    rules: [{ action: { do: 'unheard' } }],
    async hit(bench, receiver) {
      match(bench);
      for (let tries = 0; tries < 12; tries += 1) await receiver.arrived(bench, 2 * minuteMs);
      expect(bench.service.webhooks.counts).toMatchObject({ attempts: 11, givenUp: 1 });
      expect(receiver.service.state).toMatchObject({ accepted: 1, duplicates: 10 });
      expect(updatesOf(bench)).toHaveLength(1);
    },
  },
];

const outOfOrder: readonly WebhookRow[] = [
  {
    fault: 50,
    name: 'a webhook that arrives after a later one takes nothing back',
    rules: [{ when: { times: 1 }, action: { do: 'late', afterMs: 90_000 } }],
    async hit(bench, receiver) {
      match(bench);
      await bench.advance(5000);
      bench.service.setOrder(bench.first, { status: 'completed' }, [
        { kind: 'order_completed', reason: reasonTexts.completed },
      ]);
      bench.truths.get(bench.first)?.push(bench.truth(bench.first));
      await receiver.arrived(bench, 5000);
      const soFar = updatesOf(bench).length;
      expect(updatesOf(bench).at(-1)).toMatchObject({ kinds: ['order_completed'] });
      await receiver.arrived(bench, 2 * minuteMs);
      expect(receiver.service.state).toMatchObject({ accepted: 2 });
      expect(updatesOf(bench)).toHaveLength(soFar);
      expect(bench.watcher.get(bench.first)?.order?.status.raw).toBe('completed');
    },
  },
  {
    fault: 50,
    name: 'a webhook older than the last check adds its reason to that update, and tells nothing',
    rules: [{ action: { do: 'late', afterMs: 45_000 } }],
    async hit(bench, receiver) {
      match(bench, [{ kind: 'order_matched', reason: 'Order Matched by hand' }]);
      await receiver.arrived(bench, 40_000);
      expect(updatesOf(bench)).toMatchObject([{ source: 'poll' }]);
      await receiver.arrived(bench, 20_000);
      expect(updatesOf(bench)).toHaveLength(1);
      const [kept] = bench.database.sql.prepare(`SELECT * FROM history`).all();
      const { source, reasons } = storedUpdate(kept);
      expect(source).toBe('webhook');
      expect(reasons).toContain('Order Matched by hand');
    },
  },
];

/** Beside its kind one text of these two is told as the service's words. */
const isReported = (action: WebhookRuleSource['action']): boolean =>
  action.do === 'unknownKind' || (action.do === 'lengths' && action.reasons === 'more');

const odd: readonly (readonly [string, WebhookRuleSource['action']])[] = [
  ['no reason for its kind', { do: 'lengths', reasons: 'none' }],
  ['more reasons than kinds', { do: 'lengths', reasons: 'more' }],
  ['an unknown kind', { do: 'unknownKind', kind: 'order_polished', reason: 'Shiny' }],
  ['kinds as a text', { do: 'patch', patch: { kinds: 'order_matched', reasons: 'Order Matched' } }],
  ['its time in ISO 8601', { do: 'createdAt', form: 'iso' }],
  ['no time', { do: 'createdAt', form: 'absent' }],
  ['only the uuid of its order', { do: 'data', form: 'uuid-only' }],
  ['a part of its order', { do: 'data', form: 'partial' }],
];

const mismatched: readonly WebhookRow[] = [
  ...odd.map(([what, action]): WebhookRow => ({
    fault: 51,
    name: `a webhook with ${what} is accepted, and its kind is announced`,
    rules: [{ action }],
    async hit(bench, receiver) {
      match(bench);
      await receiver.arrived(bench);
      const [update, ...others] = updatesOf(bench);
      expect(others).toEqual([]);
      const reported = isReported(action) ? ['service_reported'] : [];
      expect(update).toMatchObject({ source: 'webhook', kinds: ['order_matched', ...reported] });
      expect(update?.reasons).toHaveLength(1 + reported.length);
      expect(bench.service.webhooks.counts).toMatchObject({ delivered: 1, attempts: 1 });
    },
  })),
  {
    fault: 51,
    name: 'order_cancelled, which the contract does not list, is a kind like the others',
    async hit(bench, receiver) {
      bench.service.setOrder(bench.first, { status: 'cancelled', courier: {} }, [
        { kind: 'order_cancelled', reason: 'Cancelled by the sender' },
      ]);
      bench.truths.get(bench.first)?.push(bench.truth(bench.first));
      await receiver.arrived(bench);
      expect(updatesOf(bench)).toMatchObject([
        { kinds: ['order_cancelled'], reasons: ['Cancelled by the sender'] },
      ]);
    },
  },
  ...(['absent', 'null', 'text'] as const).map((form): WebhookRow => ({
    fault: 51,
    name: `a webhook whose order is ${form} is rejected, and a check finds the change`,
    rules: [{ action: { do: 'data', form } }],
    async hit(bench, receiver) {
      match(bench);
      await receiver.arrived(bench);
      expect(receiver.service.state.rejected).toEqual({ 'no-order': 1 });
      await receiver.arrived(bench, minuteMs);
      expect(updatesOf(bench)).toMatchObject([{ source: 'poll', kinds: ['order_matched'] }]);
    },
  })),
];

const hostile: readonly WebhookRow[] = [
  {
    fault: 52,
    proof: 'none',
    name: 'a hundred forged webhooks in ten seconds cause a check every five seconds and tell nothing',
    async hit(bench, receiver) {
      await bench.advance(1000);
      const before = checksOf(bench);
      for (let index = 0; index < 100; index += 1) {
        const event = { kinds: ['order_cancelled'], reasons: [`no ${index}`], created_at: index };
        const data = { uuid: bench.first, status: 'cancelled' };
        const body = JSON.stringify({ ...event, data });
        expect((await request(receiver.url, { method: 'POST', body })).statusCode).toBe(202);
        await bench.advance(100);
      }
      // One check every five seconds, and one at the order's own pace.
      expect(checksOf(bench) - before).toBeLessThanOrEqual(4);
      expect(bench.records.updates).toEqual([]);
      expect(bench.desktop.shown).toEqual([]);
    },
  },
  {
    fault: 52,
    name: 'a webhook of a gigabyte is refused by its length, and the next webhook is accepted',
    async hit(bench, receiver) {
      const { port, pathname } = new URL(receiver.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n{`,
      );
      const answer = await new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(String(bytes)));
      });
      socket.destroy();
      expect(answer).toContain(' 413 ');
      expect(receiver.queue).toEqual({ count: 0, bytes: 0 });
      match(bench);
      await receiver.arrived(bench);
      expect(updatesOf(bench)).toHaveLength(1);
    },
  },
  {
    fault: 52,
    name: 'fifty slow senders delay no other webhook, and lose their connections',
    async hit(bench, receiver) {
      const { port, pathname } = new URL(receiver.url);
      const ended = Array.from({ length: 50 }, () => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n`);
        return new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
        });
      });
      match(bench);
      await receiver.arrived(bench);
      expect(updatesOf(bench)).toHaveLength(1);
      await Promise.all(ended);
      expect(receiver.service.state.rejected['too-slow']).toBe(50);
    },
  },
  {
    fault: 52,
    name: 'a request under another host name (DNS rebinding) is refused',
    async hit(bench, receiver) {
      const body = JSON.stringify({ kinds: ['order_cancelled'], data: { uuid: bench.first } });
      const before = checksOf(bench);
      for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example']) {
        const headers = { host, origin: `http://${host}` };
        const answer = await request(receiver.url, { method: 'POST', headers, body });
        expect(answer.statusCode).toBe(421);
      }
      await bench.advance(1000);
      expect(checksOf(bench)).toBe(before);
      expect(receiver.service.state.rejected).toEqual({ host: 3 });
    },
  },
];

/** Faults of webhooks. */
export const webhookFaults: readonly FaultRow[] = [
  ...repeated,
  ...outOfOrder,
  ...mismatched,
  ...hostile,
].map(row);
