import { bandText } from '../../../core/forecast/forecast-texts.ts';
import { likelyLateProbability } from '../../../core/forecast/forecast.ts';
import { clockText, momentText } from '../../../core/order/format.ts';
import type { OrderRow, RowForecast } from '../../../core/board/board.ts';
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
  const promise = text.row.promise(time, promiseDistanceText(promisedAtMs, nowMs, text));
  if (row.forecast === undefined || nowMs >= promisedAtMs) return promise;
  return text.row.promiseAndBand(promise, text.row.arrives(bandText(row.forecast, nowMs, text)));
}

const looks = {
  ahead: { icon: 'clock', tone: 't3' },
  near: { icon: 'st-attention', tone: 'c-attention' },
  passed: { icon: 'st-problem', tone: 'c-problem' },
} as const;

interface BandProps {
  readonly forecast: RowForecast;
  readonly promisedAtMs: number;
}

/** When the order arrives, beside its promised time. */
function Band({ forecast, promisedAtMs }: BandProps) {
  const text = useText();
  const { earliestAtMs, latestAtMs, probability } = forecast;
  const isLate = probability >= likelyLateProbability;
  const band = bandText(forecast, promisedAtMs, text);
  const [earliest, latest] = [earliestAtMs, latestAtMs].map((atMs) => clockText(atMs, text.locale));
  return (
    <span className={`band ${isLate ? 'c-attention' : ''}`} title={text.row.arrives(band)}>
      {earliest === latest ? `~${latest}` : `${earliest}–${latest}`}
    </span>
  );
}

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
        <span className="at">
          <Moment atMs={promisedAtMs} />
        </span>
        {row.forecast === undefined || stage === 'passed' ? null : (
          <Band forecast={row.forecast} promisedAtMs={promisedAtMs} />
        )}
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
