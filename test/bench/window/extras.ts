import type { OrderDetail, TrailPoint } from '../../../core/board/board.ts';
import { findOrderIds } from '../../../core/paste/find-order-ids.ts';
import { trailMap } from '../../../renderer/components/detail/trail-map.ts';
import type { WindowModel } from '../../../renderer/window-model.ts';
import type { FakeBridge } from '../../browser/support/fake-bridge.ts';
import { sampleId } from '../../browser/support/sample-board.ts';
import { floristDetail } from '../../browser/support/sample-detail.ts';

/** Ten thousand lines pasted into a window that holds ten thousand orders already. */
export interface PasteRun {
  /** From the paste to the counts in the preview. */
  readonly previewMs: number;
  /** The longest time that nothing else could run meanwhile, drawing included. */
  readonly longestBlockMs: number;
}

/** A trail of five thousand points to which one is added ten times a second. */
export interface TrailRun {
  readonly framesMs: readonly number[];
  /** Working out what to draw. */
  readonly layoutMs: number;
}

export const pastedLines = 10_000;
export const trailPoints = 5000;

const addPointEveryMs = 100;

function longList(): string {
  const lines = Array.from({ length: pastedLines }, (_, n) => {
    const start = (0x7a00_0000 + n).toString(16);
    return `"Customer ${n}, floor 2",${start}-94d7-4a60-b1c5-0e7a62d9f418,HKD`;
  });
  return ['name,order,currency', ...lines].join('\r\n');
}

function timed(run: () => unknown): number {
  const startMs = performance.now();
  run();
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds that looking through the list takes without a pause; the median of five. */
export function pasteWorkMs(): number {
  const text = longList();
  return median(Array.from({ length: 5 }, () => timed(() => findOrderIds(text))));
}

/** Pastes a long list five times and takes the medians, but the longest block of all. */
export async function pasteRun(model: WindowModel): Promise<PasteRun> {
  const text = longList();
  const previews: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const turns = new MessageChannel();
    let lastMs = performance.now();
    let longestMs = 0;
    let isOver = false;
    turns.port1.addEventListener('message', () => {
      const nowMs = performance.now();
      longestMs = Math.max(longestMs, nowMs - lastMs);
      lastMs = nowMs;
      if (!isOver) turns.port2.postMessage(null);
    });
    turns.port1.start();
    turns.port2.postMessage(null);
    const shown = Promise.withResolvers<void>();
    const stop = model.paste.subscribe(({ preview }) => {
      if (preview !== null) shown.resolve();
    });
    const startMs = performance.now();
    model.paste.paste(text);
    await shown.promise;
    previews.push(performance.now() - startMs);
    stop();
    // Until the preview is on the screen.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    isOver = true;
    blocks.push(longestMs);
    model.paste.close();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { previewMs: median(previews), longestBlockMs: Math.max(...blocks) };
}

function windingTrail(detail: OrderDetail, nowMs: number): readonly TrailPoint[] {
  const fix = detail.order?.courier?.fix;
  if (!fix) throw new Error('The sample has no courier.');
  return Array.from({ length: trailPoints }, (_, n) => ({
    latitudeDeg: fix.latitudeDeg + 0.01 * Math.sin(n / 90) * (1 - n / trailPoints),
    longitudeDeg: fix.longitudeDeg - (0.02 * (trailPoints - n)) / trailPoints,
    atMs: nowMs - (trailPoints - n) * 5000,
  }));
}

/** Draws a long trail and lets it grow, measuring each frame. */
export async function trailRun(
  fake: FakeBridge,
  model: WindowModel,
  frames: (forMs: number, each: () => void) => Promise<readonly number[]>,
): Promise<TrailRun> {
  const nowMs = Date.now();
  const sample = floristDetail(nowMs);
  const row = fake.row(model.list.getState().arrangement.orderIds[0] ?? sampleId('3f2b8c1e'));
  if (!row || !sample.order) throw new Error('There is no order to draw.');
  const order = { ...sample.order, id: row.id };
  let trail = windingTrail(sample, nowMs);
  const put = () => fake.details.set(row.id, { ...sample, id: row.id, order, trail });
  put();
  model.reveal(row.id);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const layoutMs = median(
    Array.from({ length: 9 }, () => timed(() => trailMap(order, trail, 'all'))),
  );
  const stop = setInterval(() => {
    const last = trail.at(-1);
    if (!last) return;
    const next = { ...last, longitudeDeg: last.longitudeDeg + 0.0001, atMs: last.atMs + 1000 };
    trail = [...trail.slice(1), next];
    put();
    fake.upsert({ ...row, observedAtMs: Date.now() });
  }, addPointEveryMs);
  const framesMs = await frames(5000, () => undefined);
  clearInterval(stop);
  model.detail.close();
  return { framesMs, layoutMs };
}
