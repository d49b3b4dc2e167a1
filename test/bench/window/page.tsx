import '../../browser/support/no-eval.ts';
import '../../../renderer/styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from '../../../renderer/app.tsx';
import { realTime } from '../../../renderer/stores/window-time.ts';
import { createWindowModel } from '../../../renderer/window-model.ts';
import { pasteRun, pasteWorkMs, trailRun } from './extras.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import { type OrderId, parseOrderId } from '../../../core/order/order-id.ts';
import { FakeBridge } from '../../browser/support/fake-bridge.ts';
import { manyRows } from '../../browser/support/sample-board.ts';

/*
 * The window with many orders and many changes, measuring itself. The parameters of the address:
 * `orders`, `changes` (a second, in ten patches as main sends them) and `seconds`. The result is
 * written to the document as JSON, in `data-result`.
 */
const wanted = new URLSearchParams(location.search);
const parameter = (name: string, otherwise: number) => Number(wanted.get(name) ?? otherwise);
const orders = parameter('orders', 10_000);
const changesASecond = parameter('changes', 1000);
const measuredMs = parameter('seconds', 10) * 1000;

const patchEveryMs = 100;
const scrollPxPerFrame = 30;

// The same changes in every run.
let seed = 1;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

function changed(row: OrderRow, nowMs: number): OrderRow {
  const checked = { ...row, observedAtMs: nowMs, nextCheckAtMs: nowMs + 15_000 };
  const kind = random(10);
  if (kind < 6 && row.courier.kind === 'known') {
    const fix = { atMs: nowMs, movedMeters: 10 + random(500), standsSinceMs: nowMs };
    const courier = { ...row.courier, fix };
    return { ...checked, courier, isUnseen: true };
  }
  if (kind < 9) {
    const status =
      random(2) === 0
        ? ({ raw: 'on_the_way', phase: 'pickedUp' } as const)
        : ({ raw: 'pending', phase: 'searching' } as const);
    return { ...checked, status, statusSinceMs: nowMs, changedAtMs: nowMs, attention: null };
  }
  return {
    ...checked,
    attention: { score: random(100), reason: 'longWait', age: { kind: 'duration', sinceMs: 0 } },
  };
}

function drawnFirst(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[role="option"]')) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

function frames(forMs: number, each: () => void): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const gaps: number[] = [];
    const startMs = performance.now();
    let lastMs = 0;
    const frame = (atMs: number) => {
      if (lastMs > 0) gaps.push(atMs - lastMs);
      lastMs = atMs;
      each();
      if (performance.now() - startMs >= forMs) resolve(gaps);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** The order of a row in the middle of what is in sight, which stays there for some frames. */
function rowInSight(): string | null {
  const list = document.querySelector('[role="listbox"]')?.getBoundingClientRect();
  if (!list) return null;
  const under = document.elementFromPoint(list.left + 120, (list.top + list.bottom) / 2);
  return under?.closest('[data-order]')?.getAttribute('data-order') ?? null;
}

/** The change that was sent last, until it is seen in the document. */
let waiting: { readonly id: OrderId; readonly mark: string; readonly sentMs: number } | null = null;
const toPixelsMs: number[] = [];
const afterFrame = new MessageChannel();
let drawnMs: number | null = null;
afterFrame.port1.addEventListener('message', () => {
  // The task after a frame's drawing: what was in the document before it is on its way to the screen.
  if (drawnMs !== null) toPixelsMs.push(performance.now() - drawnMs);
  drawnMs = null;
});
afterFrame.port1.start();

function lookForChange(): void {
  if (waiting === null) return;
  const name = document.querySelector(`#order-${waiting.id}`)?.getAttribute('aria-label');
  if (name?.startsWith(`${waiting.mark}.`) !== true) return;
  drawnMs = waiting.sentMs;
  waiting = null;
  afterFrame.port2.postMessage(null);
}

const longTasksMs: number[] = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longTasksMs.push(entry.duration);
}).observe({ type: 'longtask' });

const rows = manyRows(orders, Date.now());
const fake = new FakeBridge(() => Date.now(), rows);
const root = document.querySelector('#root');
if (!root) throw new Error('window-page.html has no #root.');
const model = createWindowModel(fake.bridge, realTime);
createRoot(root).render(<App model={model} />);
await new Promise((resolve) => setTimeout(resolve, 500));

let dataAtMs = 0;
const stopWaiting = model.board.subscribe((state) => {
  if (state.phase.kind === 'ready' && dataAtMs === 0) dataAtMs = performance.now();
});
// The first subscriber is told before the others work, so the clock starts with the data.
model.start();
const firstRowMs = (await drawnFirst()) - dataAtMs;
stopWaiting();
await new Promise((resolve) => setTimeout(resolve, 500));

const idle = await frames(2000, () => undefined);

// Main computes and packs patches in a process of its own: here that is done before the clock runs,
// and what is measured begins with the copy that the window is given.
const count = (changesASecond * patchEveryMs) / 1000;
const patches = Array.from({ length: Math.ceil(measuredMs / patchEveryMs) + 1 }, () =>
  Array.from({ length: count }, () => {
    const row = rows[random(rows.length)];
    if (!row) throw new Error('There are no rows.');
    return changed(row, Date.now());
  }),
);
await new Promise((resolve) => setTimeout(resolve, 1000));
longTasksMs.length = 0;

const inWindow: number[] = [];
let patchCount = 0;
const stopChanges = setInterval(() => {
  const fresh = patches[patchCount % patches.length] ?? [];
  patchCount += 1;
  const inSight = rowInSight();
  const id = inSight === null ? null : parseOrderId(inSight);
  const seen = id === null ? undefined : fake.row(id);
  const mark = `Change ${patchCount}`;
  const marked = seen ? [...fresh, { ...seen, label: mark }] : fresh;
  const startMs = performance.now();
  if (seen) waiting = { id: seen.id, mark, sentMs: startMs };
  fake.upsert(...marked);
  inWindow.push(performance.now() - startMs);
}, patchEveryMs);

let direction = 1;
let mostNodes = 0;
let frameCount = 0;
const busy = await frames(measuredMs, () => {
  lookForChange();
  const list = document.querySelector('[role="listbox"]');
  if (!list) return;
  if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) direction = -1;
  if (list.scrollTop <= 0) direction = 1;
  list.scrollTop += direction * scrollPxPerFrame;
  frameCount += 1;
  if (frameCount % 30 === 0) {
    mostNodes = Math.max(mostNodes, document.getElementsByTagName('*').length);
  }
});
clearInterval(stopChanges);
const longTasksBusy = [...longTasksMs];

// Once without changes: what a long paste and a long trail cost by themselves. The work in one piece
// comes first, because it is a long task by intent.
await new Promise((resolve) => setTimeout(resolve, 1000));
const workMs = pasteWorkMs();
await new Promise((resolve) => setTimeout(resolve, 1000));
longTasksMs.length = 0;
const paste = await pasteRun(model);
const trail = await trailRun(fake, model, frames);
const longTasksAlone = [...longTasksMs];

document.documentElement.dataset['result'] = JSON.stringify({
  firstRowMs,
  longTasksMs: longTasksBusy,
  longTasksAloneMs: longTasksAlone,
  mostNodes,
  idleFramesMs: idle,
  busyFramesMs: busy,
  patchesMs: inWindow,
  toPixelsMs,
  paste: { ...paste, workMs },
  trail,
});
