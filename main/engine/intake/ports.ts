import type { FileIntake } from '../../../core/board/order-folder.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { UnknownOrdersChoice } from '../../../core/webhook/webhook-state.ts';

/** The memory of orders that came by themselves. Every write is one transaction and may throw. */
export interface IntakeStore {
  /** What becomes of unknown orders of this service; null while nothing was chosen for it. */
  choice(baseUrl: string): UnknownOrdersChoice | null;
  choose(baseUrl: string, choice: UnknownOrdersChoice): void;
  /** The orders that are offered, the newest first. */
  offered(): readonly OrderId[];
  /** Offers an order; one that is offered already becomes the newest. */
  offer(id: OrderId): void;
  withdraw(ids: readonly OrderId[]): void;
  /** How many orders were not offered, because there were too many offers. */
  notKeptCount(): number;
  setNotKeptCount(count: number): void;
  /** The folder or file that orders are read from; null for none. */
  folder(): string | null;
  setFolder(path: string | null): void;
  /** What became of the last files, as it was kept; none where that cannot be read. */
  fileIntakes(): readonly FileIntake[];
  keepFileIntakes(fileIntakes: readonly FileIntake[]): void;
  /** Whether this was settled, as far as it is remembered. */
  isSettled(name: string): boolean;
  /** Remembers, by digests alone, what is not to be accepted again by itself. */
  settle(names: readonly string[], nowMs: number): void;
}
