import { bodies } from '../../../main/hub/http/schemas.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type {
  Asker,
  ClaimEdit,
  HubBoard,
  HubDesks,
  NewTeamOrder,
  Outcome,
  AnnotationsEdit,
} from '../../../main/hub/ports.ts';
import type {
  HubAnswer,
  HubCommand,
  HubLink,
  HubListener,
  LogPlace,
} from '../../../main/engine/team/ports.ts';
import type { Clock } from '../../../core/clock.ts';

/** What a {@link DirectLink} does to what passes it. */
export interface LinkTrouble {
  /** Nothing passes in either direction. */
  isCut: boolean;
  /** How many of the next commands are done, with their answers lost. */
  losesAnswers: number;
  /** How many entries before the place are sent again when a stream begins. */
  repeats: number;
  latencyMs: number;
}

/** The way to a hub within one process: what HTTP does, without HTTP. */
export class DirectLink implements HubLink {
  readonly trouble: LinkTrouble = { isCut: false, losesAnswers: 0, repeats: 0, latencyMs: 20 };
  readonly #clock: Clock;
  readonly #board: () => HubBoard | null;
  readonly #asker: Asker;
  readonly #desksOf: (board: HubBoard) => HubDesks | null;

  /**
   * @param board the hub to talk to now; null while there is none
   * @param desksOf the desks of that hub, where it is to know that this one is there
   */
  constructor(
    clock: Clock,
    asker: Asker,
    board: () => HubBoard | null,
    desksOf: (board: HubBoard) => HubDesks | null = () => null,
  ) {
    this.#clock = clock;
    this.#asker = asker;
    this.#board = board;
    this.#desksOf = desksOf;
  }

  follow(from: () => LogPlace, listener: HubListener): () => Promise<void> {
    const stopped = new AbortController();
    const run = async (): Promise<void> => {
      let isAway = false;
      while (!stopped.signal.aborted) {
        const board = this.#reachable;
        if (board === null) {
          if (!isAway) listener.away(false);
          isAway = true;
        } else {
          isAway = false;
          await this.#stream(board, from(), listener, stopped.signal);
        }
        await this.#wait(1000);
      }
    };
    const ended = run();
    return async () => {
      stopped.abort();
      await Promise.race([ended, Promise.resolve()]);
    };
  }

  retryNow(): void {
    // It tries every second anyway.
  }

  async send(command: HubCommand): Promise<HubAnswer> {
    await this.#wait(this.trouble.latencyMs);
    const board = this.#reachable;
    if (board === null) return { kind: 'away' };
    const answer = await this.#do(board, command).catch((): HubAnswer => ({ kind: 'away' }));
    if (this.#reachable === null) return { kind: 'away' };
    if (this.trouble.losesAnswers > 0) {
      this.trouble.losesAnswers -= 1;
      return { kind: 'away' };
    }
    return answer;
  }

  get #reachable(): HubBoard | null {
    const board = this.trouble.isCut ? null : this.#board();
    return board === null || board.isCutOff ? null : board;
  }

  async #stream(
    board: HubBoard,
    { logId, sequence }: LogPlace,
    listener: HubListener,
    stopped: AbortSignal,
  ): Promise<void> {
    if (logId !== null && logId !== board.logId) {
      listener.gap();
      return;
    }
    let place = Math.max(0, sequence - this.trouble.repeats);
    let isNew = false;
    let wake: (() => void) | null = null;
    const stopNews = board.onEntries(() => {
      isNew = true;
      wake?.();
    });
    const disconnected = this.#desksOf(board)?.connected(this.#asker.id);
    listener.opened(board.logId, board.sequence);
    const stopStatuses = board.onStatus((status) => {
      if (this.#reachable === board) listener.status(status);
    });
    try {
      while (!stopped.aborted && this.#reachable === board) {
        isNew = false;
        const part = await board.entriesSince(place, 200).catch(() => null);
        if (part === null || stopped.aborted || this.#reachable !== board) break;
        if (part.kind === 'gap') {
          listener.gap();
          return;
        }
        place = Math.max(place, part.through);
        if (part.entries.length > 0) {
          await listener.entries(
            part.entries.map(({ event, sequence: at }) => ({ sequence: at, event })),
          );
        } else if (!isNew) {
          // Whether the way is cut is looked at every second.
          await new Promise<void>((resolve) => {
            const cancel = this.#clock.schedule(resolve, 1000);
            wake = (): void => {
              cancel();
              resolve();
            };
          });
          await this.#wait(this.trouble.latencyMs);
        }
      }
    } finally {
      stopNews();
      stopStatuses();
      disconnected?.();
    }
  }

  async #do(board: HubBoard, { body, key, method, path }: HubCommand): Promise<HubAnswer> {
    const asker = this.#asker;
    if (path === '/v1/presence') {
      const said = bodies.Presence.parse(structuredClone(body));
      this.#desksOf(board)?.said(asker.id, said);
      return { kind: 'done', body: null };
    }
    const [, id, part] = /^\/v1\/orders(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
    const given = (body ?? {}) as Record<string, unknown>;
    if (id === undefined) {
      const { uuids, ...maps } = given as { uuids: readonly OrderId[] } & Record<string, object>;
      const { handedOver } = bodies.Add.parse(structuredClone(given));
      const orders = uuids.map((uuid): NewTeamOrder => ({
        id: uuid,
        ...annotationsOf({
          label: annotationAt(maps['labels'], uuid),
          group: annotationAt(maps['groups'], uuid),
          promisedAt: annotationAt(maps['promisedAt'], uuid),
        }),
        handedOver: handedOver?.[uuid],
      }));
      return answerOf(await board.add(asker, orders, key));
    }
    const orderId = parseOrderId(id);
    if (orderId === null) throw new Error('no uuid');
    switch (`${method} ${part ?? ''}`) {
      case 'PATCH ':
        return answerOf(await board.edit(asker, orderId, annotationsOf(given), key));
      case 'DELETE ':
        return answerOf(await board.remove(asker, orderId, key));
      case 'POST claim': {
        const { takeOver, ...rest } = given;
        const edit = { ...rest, takesOver: takeOver === true } as ClaimEdit;
        return answerOf(await board.claim(asker, orderId, edit, key));
      }
      case 'DELETE claim':
        return answerOf(
          await board.release(asker, orderId, (given['reason'] as string) ?? null, key),
        );
      case 'POST handled':
        return answerOf(
          await board.handled(asker, orderId, bodies.Handle.parse(structuredClone(given)), key),
        );
      case 'POST check':
        board.checkNow([orderId]);
        return { kind: 'done', body: null };
      case 'POST reveals':
        await board.revealed(asker, orderId, String(given['owner']), key);
        return { kind: 'done', body: null };
      default:
        throw new Error(`unknown command ${method} ${path}`);
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.schedule(resolve, ms));
  }
}

function annotationAt(map: object | undefined, id: OrderId): unknown {
  return map === undefined ? undefined : (Reflect.get(map, id) as unknown);
}

/** The annotations of a request, whose promised time is in ISO 8601. */
function annotationsOf(given: Record<string, unknown>): AnnotationsEdit {
  const { promisedAt, ...rest } = given;
  const annotations = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  );
  if (promisedAt === undefined) return annotations;
  return {
    ...annotations,
    promisedAtMs: typeof promisedAt === 'string' ? Date.parse(promisedAt) : null,
  };
}

function answerOf(outcome: Outcome<unknown>): HubAnswer {
  if (outcome.kind === 'done') return { kind: 'done', body: outcome.value };
  const httpStatus = outcome.kind === 'unknownOrder' || outcome.kind === 'unknownDesk' ? 404 : 409;
  const code = outcome.kind;
  const desk = outcome.kind === 'claimedBy' ? { desk: outcome.desk } : {};
  return { kind: 'refused', httpStatus, code, message: code, ...desk };
}
