import { momentText } from '../../../core/order/format.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import { promiseDistanceText } from '../../../core/watch/fact-age.ts';
import { promiseAheadMs } from '../../../core/watch/order-waits.ts';
import { openPromiseMs } from '../../board/arrangement.ts';
import { useText, useTicking } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Icon } from '../controls/icon.tsx';
import { Moment } from '../controls/times.tsx';

type PromiseStage = 'none' | 'ahead' | 'near' | 'passed';

function promiseStage(promisedAtMs: number | null, nowMs: number): PromiseStage {
  if (promisedAtMs === null) return 'none';
  if (nowMs >= promisedAtMs) return 'passed';
  return nowMs >= promisedAtMs - promiseAheadMs ? 'near' : 'ahead';
}

/** How near an order's promise is; a component that uses it is drawn again when that changes. */
export function usePromiseStage(row: OrderRow | null): PromiseStage {
  return useTicking((nowMs) => promiseStage(row && openPromiseMs(row), nowMs));
}

/** "Promised 15:30, in 25 min"; null without a promise, or for an order that is over. */
export function promiseText(row: OrderRow, nowMs: number, text: Dictionary): string | null {
  const promisedAtMs = openPromiseMs(row);
  if (promisedAtMs === null) return null;
  const time = momentText(promisedAtMs, nowMs, text.locale);
  return text.row.promise(time, promiseDistanceText(promisedAtMs, nowMs, text));
}

const looks = {
  ahead: { icon: 'clock', tone: 't3' },
  near: { icon: 'st-attention', tone: 'c-attention' },
  passed: { icon: 'st-problem', tone: 'c-problem' },
} as const;

/** The time to an order's promise, counting down by itself, above the promised time. */
export function PromiseTime({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const promisedAtMs = openPromiseMs(row);
  const stage = usePromiseStage(row);
  const left = useTicking((nowMs) =>
    promisedAtMs === null ? '' : promiseDistanceText(promisedAtMs, nowMs, text),
  );
  if (promisedAtMs === null || stage === 'none') return null;
  const { icon, tone } = looks[stage];
  return (
    <>
      <div className={`l1 countdown num ${tone}`}>
        <Icon name={icon} className="xs" />
        <span className="cut">{left}</span>
      </div>
      <div className="l2 promised num t3">
        <Moment atMs={promisedAtMs} />
      </div>
    </>
  );
}

/** An order's promise in its details. */
export function PromiseLine({ row }: { readonly row: OrderRow }) {
  const text = useText();
  const line = useTicking<string | false>((nowMs) => promiseText(row, nowMs, text) ?? false);
  return line === false ? null : <p className="fs12 t2 num">{line}</p>;
}
