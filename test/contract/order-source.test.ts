import { describe, expect, onTestFinished, test } from 'vitest';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { readOrderStatus } from '../../core/order/order-status.ts';
import type { CheckAnswer, OrderSource } from '../../main/engine/watch/ports.ts';
import { startDeliveryService } from '@waybell/simulator';
import { SimulatedService } from '../simulation/world/simulated-service.ts';
import { SimulatedTime } from '../simulation/world/simulated-time.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { orderIdOf } from '../support/order-id-of.ts';
import { seeded } from '../support/seeded.ts';
import { closeClient, openClient } from '../support/service/delivery-client.ts';
import { failure, ScriptedSource } from '../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../support/watched-orders.ts';

/** A source with the service behind it, which knows two orders that wait for a courier. */
interface Subject {
  readonly ids: readonly [OrderId, OrderId];
  readonly source: OrderSource;
  /** The service says this status of an order from now on. */
  readonly setStatus: (id: OrderId, word: string) => void;
  /** The next check finds no such order. */
  readonly loseOnce: () => void;
  /** No answer comes before the test is over. */
  readonly hang: () => void;
  /** Lets an answer arrive. */
  readonly wait: () => Promise<void>;
}

const ids = [orderIdAt(1), orderIdAt(2)] as const;
const withStatus = (id: OrderId, word: string) => someOrder(id, { status: readOrderStatus(word) });

function scripted(): Subject {
  const clock = new FakeClock();
  const source = new ScriptedSource(clock);
  for (const id of ids) source.orders.set(id, withStatus(id, 'pending'));
  return {
    ids,
    source,
    setStatus: (id, word) => void source.orders.set(id, withStatus(id, word)),
    loseOnce() {
      source.outcome = () => {
        source.outcome = () => null;
        return failure('order-not-found');
      };
    },
    hang: () => (source.latencyMs = 1e9),
    wait: () => clock.advance(1000),
  };
}

function simulated(): Subject {
  const time = new SimulatedTime();
  const orders = new Map(ids.map((id) => [id, withStatus(id, 'pending')]));
  const source = new SimulatedService(time, seeded(1), (id) => orders.get(id));
  return {
    ids,
    source,
    setStatus: (id, word) => void orders.set(id, withStatus(id, word)),
    loseOnce() {
      for (const id of ids) source.unknownIds.add(id);
      time.schedule(() => source.unknownIds.clear(), 500);
    },
    // Nothing is answered before time passes.
    hang: () => undefined,
    wait: () => time.advance(10_000),
  };
}

async function overHttp(): Promise<Subject> {
  const service = await startDeliveryService({ clock: 'manual' });
  const client = openClient(service.baseUrl, service.credentials);
  onTestFinished(async () => {
    await closeClient(client);
    await service.close();
  });
  const add = (): OrderId => orderIdOf(service.addOrder());
  return {
    ids: [add(), add()],
    source: client.orders,
    setStatus: (id, status) => service.setOrder(id, { status }),
    loseOnce: () =>
      service.fault({
        match: { target: 'order' },
        when: { times: 1 },
        action: { do: 'answer', status: 404 },
      }),
    hang: () => service.fault({ action: { do: 'blackHole' } }),
    wait: async () => undefined,
  };
}

function statusOf(answer: CheckAnswer): string | null {
  return answer.kind === 'observed' ? answer.order.status.raw : answer.kind;
}

describe.each<[string, () => Subject | Promise<Subject>]>([
  ['of a test', scripted],
  ['of the simulation', simulated],
  ['over HTTP', overHttp],
])('an order source %s', (_where, open) => {
  async function subject() {
    const opened = await open();
    const check = async (id: OrderId, signal = new AbortController().signal) => {
      const answer = opened.source.check(id, signal);
      answer.catch(() => undefined);
      await opened.wait();
      return answer;
    };
    return { ...opened, check };
  }

  test('answers whole at first, as unchanged while nothing changes, and whole when something did', async () => {
    const {
      check,
      ids: [id],
      setStatus,
    } = await subject();
    const first = await check(id);
    expect(first).toMatchObject({ kind: 'observed', order: { id } });
    expect(first.kind === 'observed' && JSON.parse(first.rawJson)).toBeTypeOf('object');
    expect(await check(id)).toEqual({ kind: 'unchanged' });
    setStatus(id, 'active');
    expect([await check(id), await check(id)].map(statusOf)).toEqual(['active', 'unchanged']);
  });

  test('answers whole again once an order was forgotten, and that one alone', async () => {
    const {
      check,
      ids: [id, other],
      source,
    } = await subject();
    await check(id);
    expect(statusOf(await check(other))).toBe('pending');
    source.forget(id);
    expect([await check(id), await check(other)].map(statusOf)).toEqual(['pending', 'unchanged']);
  });

  test('fails with a code of the closed union, and keeps what it knew', async () => {
    const {
      check,
      ids: [id],
      loseOnce,
    } = await subject();
    await check(id);
    loseOnce();
    const failed: unknown = await check(id).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DeliveryError);
    expect(failed).toMatchObject({ code: 'order-not-found' });
    expect(await check(id)).toEqual({ kind: 'unchanged' });
  });

  test('ends a check that is aborted, with the reason of the abort', async () => {
    const {
      hang,
      ids: [id],
      source,
    } = await subject();
    hang();
    const abort = new AbortController();
    const answer = source.check(id, abort.signal);
    abort.abort(new Error('stopping'));
    await expect(answer).rejects.toThrow('stopping');
  });
});
