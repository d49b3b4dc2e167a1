import { randomUUID } from 'node:crypto';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ClaimRefusal, HubSettingsRefusal } from '../../../core/board/team.ts';
import {
  type HubSettingsChange,
  type HubSettingsState,
  hubSettingsStateSchema,
} from '../../../core/team/hub-settings.ts';
import type { Result } from '../../../core/text/result.ts';
import type { HubAnswer, HubLink, Team } from './ports.ts';

/** How many requests are under way at once. */
const mostAtOnce = 8;
/** A check that was asked for and of which nothing was received is not waited for any longer. */
const checkWithinMs = 20_000;

/** What {@link HubRequests} work with. */
export interface HubRequestsParts {
  readonly link: Pick<HubLink, 'send'>;
  readonly clock: Clock;
  readonly isHere: () => boolean;
  readonly isViewer: boolean;
  /** The last entry of the hub's log that is known of an order; undefined for none. */
  readonly lastEntryOf: (id: OrderId) => number | undefined;
  /** The hub answered a claim or a release with the order, of which nothing was received meanwhile. */
  readonly answered: (id: OrderId, body: unknown) => void;
  /** Whether a check of these is awaited changed. */
  readonly awaitedChanged: (ids: readonly OrderId[]) => void;
}

/** What a hub does at once or not at all: claims, and checks before their time. Nothing of it ever waits for the hub. */
export class HubRequests {
  readonly #parts: HubRequestsParts;
  readonly #awaited = new Map<OrderId, () => void>();

  constructor(parts: HubRequestsParts) {
    this.#parts = parts;
  }

  claim(
    ids: readonly OrderId[],
    { desk, reason, takesOver }: Parameters<Team['claim']>[1],
  ): ReturnType<Team['claim']> {
    const takeOver = takesOver === true ? { takeOver: true } : {};
    const body = { ...(desk !== undefined && { desk }), ...(reason !== undefined && { reason }) };
    return this.#claims(ids, 'POST', { ...body, ...takeOver });
  }

  release(ids: readonly OrderId[], reason: string | null): ReturnType<Team['release']> {
    return this.#claims(ids, 'DELETE', reason === null ? {} : { reason });
  }

  /** What the hub decides for the team, after a change of it where one is given. */
  async hubSettings(
    change: HubSettingsChange | null,
  ): Promise<Result<HubSettingsState, HubSettingsRefusal>> {
    const { isHere, isViewer, link } = this.#parts;
    if (change !== null && isViewer) return { ok: false, failure: 'viewer' };
    if (!isHere()) return { ok: false, failure: 'away' };
    const path = '/v1/settings';
    const answer = await link.send(
      change === null
        ? { method: 'GET', path, key: randomUUID() }
        : { method: 'PATCH', path, body: change, key: randomUUID() },
    );
    const isLocked = answer.kind === 'refused' && answer.code === 'settingLocked';
    const read = hubSettingsStateSchema.safeParse(answer.kind === 'done' ? answer.body : null);
    if (read.success) return { ok: true, value: read.data };
    return { ok: false, failure: isLocked ? 'locked' : 'away' };
  }

  isAwaited(id: OrderId): boolean {
    return this.#awaited.has(id);
  }

  /** Asks for checks; while the hub is away nothing is asked. */
  checkNow(ids: readonly OrderId[]): void {
    if (!this.#parts.isHere() || this.#parts.isViewer) return;
    const fresh = ids.filter((id) => !this.#awaited.has(id));
    for (const id of fresh) {
      const cancel = this.#parts.clock.schedule(() => this.checked([id]), checkWithinMs);
      this.#awaited.set(id, cancel);
    }
    this.#parts.awaitedChanged(fresh);
    void someAtOnce(fresh, async (id) => {
      const path = `/v1/orders/${id}/check`;
      const answer = await this.#parts.link.send({ method: 'POST', path, key: randomUUID() });
      if (answer.kind !== 'done') this.checked([id]);
    });
  }

  /** Something of these orders was received: they are not awaited any more. */
  checked(ids: readonly OrderId[]): void {
    const awaited = ids.filter((id) => this.#awaited.has(id));
    for (const id of awaited) {
      this.#awaited.get(id)?.();
      this.#awaited.delete(id);
    }
    if (awaited.length > 0) this.#parts.awaitedChanged(awaited);
  }

  async #claims(
    ids: readonly OrderId[],
    method: 'POST' | 'DELETE',
    body: object,
  ): ReturnType<Team['claim']> {
    const refusals = new Map<OrderId, ClaimRefusal | null>();
    await someAtOnce(ids, async (id) => {
      if (this.#parts.isViewer) {
        refusals.set(id, { kind: 'viewer' });
        return;
      }
      const { answered, isHere, lastEntryOf, link } = this.#parts;
      const entry = lastEntryOf(id);
      const command = { method, path: `/v1/orders/${id}/claim`, body, key: randomUUID() };
      let answer: HubAnswer = isHere() ? await link.send(command) : { kind: 'away' };
      // The answer may have been lost; the key makes it safe to ask once more.
      if (answer.kind === 'away' && isHere()) answer = await link.send(command);
      refusals.set(id, refusalOf(answer));
      // What the log said meanwhile may be newer than an answer that was long on its way.
      if (answer.kind === 'done' && lastEntryOf(id) === entry) answered(id, answer.body);
    });
    return refusals;
  }
}

function refusalOf(answer: HubAnswer): ClaimRefusal | null {
  if (answer.kind === 'done') return null;
  if (answer.kind !== 'refused') return { kind: 'away' };
  switch (answer.code) {
    case 'claimedBy':
      return { kind: 'claimedBy', desk: answer.desk ?? '' };
    case 'over':
    case 'unknownDesk':
      return { kind: answer.code };
    case 'unknownOrder':
      return { kind: 'gone' };
    case 'viewerMayNot':
      return { kind: 'viewer' };
    default:
      return { kind: 'away' };
  }
}

async function someAtOnce<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async (): Promise<void> => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
}
