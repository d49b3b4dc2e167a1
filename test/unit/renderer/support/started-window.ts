import type { OrderRow } from '../../../../core/board/board.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { createWindowModel } from '../../../../renderer/window-model.ts';
import { FakeBridge } from '../../../browser/support/fake-bridge.ts';
import { sampleId, sampleRows } from '../../../browser/support/sample-board.ts';
import { floristDetail } from '../../../browser/support/sample-detail.ts';
import { FakeWindowTime, settled } from './fake-window-time.ts';

/** Orders of the sample, and one that is not watched. */
export const florist = sampleId('3f2b8c1e');
export const kennedy = sampleId('c0ffee10');
export const newId = sampleId('5c9e0a72');

/** A window over the sample, which has its board. */
export async function started() {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs, sampleRows(time.nowMs()));
  fake.details.set(florist, floristDetail(time.nowMs()));
  fake.phones.set('courier', { phoneNumber: '+852 5512 3047', phoneExtension: null });
  const model = createWindowModel(fake.bridge, time);
  const stop = model.start();
  await settled();
  time.pass(200);
  /** The row of an order of the sample. */
  const rowOf = (id: OrderId): OrderRow => {
    const row = fake.row(id);
    if (!row) throw new Error(`The sample has no order ${id}.`);
    return row;
  };
  return { time, fake, model, stop, rowOf };
}
