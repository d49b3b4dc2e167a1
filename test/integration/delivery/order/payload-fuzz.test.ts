import { expect, test } from 'vitest';
import { diffOrders } from '../../../../core/order/order-update.ts';
import type { ParsedOrder } from '../../../../core/wire/wire-order.ts';
import { readOrder } from '../../../../main/engine/delivery/order/order-source.ts';
import { lookedAt } from '../../../support/looked-at.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import { seeded } from '../../../support/seeded.ts';
import {
  mutatedBytes,
  mutatedPayload,
  redressed,
} from '../../../support/service/payload-mutations.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

/** `WAYBELL_FUZZ_COUNT` is the number of payloads, `WAYBELL_FUZZ_SEED` chooses other ones. */
const payloadCount = Number(process.env['WAYBELL_FUZZ_COUNT'] ?? 5000);
const seed = Number(process.env['WAYBELL_FUZZ_SEED'] ?? 20_261_121);
/** As often may expressions go over a payload, which counts for {@link shortBytes} more than it has. */
const mostLooks = 10;
const shortBytes = 1000;

function read(bytes: Buffer): ParsedOrder | null {
  const answer = readOrder(bytes, id, new Map());
  return answer.ok ? { order: answer.value.order, notes: answer.value.notes } : null;
}

test(`${payloadCount} damaged payloads: each is read or refused in few looks, and none makes a change`, () => {
  const random = seeded(seed);
  let readCount = 0;
  for (let count = 0; count < payloadCount; count += 1) {
    const body = mutatedPayload(wireOrder(id), random);
    const bytes = mutatedBytes(body, random);
    const where = `payload ${count} of seed ${seed}`;
    const { value: first, characters } = lookedAt(() => read(bytes));
    if (characters > mostLooks * (bytes.length + shortBytes)) {
      throw new Error(`${where} was looked at for ${characters} characters`);
    }
    if (first === null) continue;
    readCount += 1;
    if (first.order.id !== id) throw new Error(`${where} became another order`);
    const second = read(
      Buffer.from(JSON.stringify(redressed(JSON.parse(bytes.toString()), random))),
    );
    const changes = second === null ? null : diffOrders(first.order, second.order);
    if (changes === null || changes.length > 0) {
      throw new Error(`${where} changed by its dress: ${JSON.stringify(changes)}`);
    }
  }
  // The payloads really include readable and refused ones.
  expect(readCount).toBeGreaterThan(payloadCount * 0.3);
  expect(readCount).toBeLessThan(payloadCount * 0.95);
});
