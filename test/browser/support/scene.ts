import type { OrderDetail, OrderRow } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WindowModel } from '../../../renderer/window-model.ts';
import { FakeBridge } from './fake-bridge.ts';
import { sampleRows } from './sample-board.ts';
import { floristAnswer, floristDetail, sampleWhatIf } from './sample-detail.ts';

/** A state of the window: its main process, and the actions of the dispatcher. */
export interface Scene {
  readonly fake: FakeBridge;
  readonly act?: (model: WindowModel, fake: FakeBridge) => void | Promise<void>;
}

/** Scenes by name. Each call makes a new one. */
export type Scenes = Readonly<Record<string, () => Scene>>;

/** The time of every scene, in milliseconds since 1970. */
export const now = () => Date.now();

/** The details of any order of the design's desk at a time. */
export function detailOf(id: OrderId, atMs: number): OrderDetail {
  const detail = floristDetail(atMs);
  return { ...detail, id, order: detail.order ? { ...detail.order, id } : null };
}

/** The design's desk with a detail behind every order and phones behind the masks. */
export function busyBoard(rows: readonly OrderRow[] = sampleRows(now())): FakeBridge {
  const fake = new FakeBridge(now, rows);
  for (const { id } of rows) {
    fake.answers.set(id, floristAnswer);
    fake.details.set(id, detailOf(id, now()));
  }
  fake.whatIf = ({ changes }) => sampleWhatIf(fake.app.settings, changes, now());
  fake.groups = ['Florists', 'Hotels'];
  fake.phones.set('courier', { phoneNumber: '+852 5512 3047', phoneExtension: null });
  fake.phones.set('pickup', { phoneNumber: '+852 2541 0018', phoneExtension: '2' });
  fake.phones.set('1', { phoneNumber: '+852 2845 0060', phoneExtension: null });
  return fake;
}
