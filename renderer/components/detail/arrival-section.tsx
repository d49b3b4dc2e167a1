import { bandText, basisText, silenceText } from '../../../core/forecast/forecast-texts.ts';
import { warningProbability } from '../../../core/forecast/forecast.ts';
import type { DetailForecast, OrderRow } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import { useModel, useText } from '../../model-context.tsx';
import { usePromiseStage } from '../list/promise-time.tsx';

const width = 240;
const height = 40;

/** How probable it was that the order is late, minute by minute, with the line from which on it warns. */
function ChanceChart({ chances }: Pick<DetailForecast, 'chances'>) {
  const text = useText();
  const [first, last] = [chances[0], chances.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const y = (probability: number): number => height * (1 - probability);
  const points = chances.map(
    ({ atMs, probability }) =>
      `${(width * (atMs - first.atMs)) / (last.atMs - first.atMs)},${y(probability)}`,
  );
  const warning = y(warningProbability);
  return (
    <figure className="chances">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <title>{text.detail.chances}</title>
        <line className="limit" x1={0} x2={width} y1={warning} y2={warning} />
        <polyline points={points.join(' ')} />
      </svg>
      <figcaption className="hstack fs11 t3 num">
        <span className="grow">{momentText(first.atMs, last.atMs, text.locale)}</span>
        <span>{momentText(last.atMs, last.atMs, text.locale)}</span>
      </figcaption>
    </figure>
  );
}

interface ArrivalSectionProps {
  readonly forecast: DetailForecast | null;
  readonly row: OrderRow;
}

/** When the order arrives, what that rests on and, until its promise, how probable it is that it is late. */
export function ArrivalSection({ forecast, row }: ArrivalSectionProps) {
  const { time } = useModel();
  const text = useText();
  const promise = usePromiseStage(row);
  if (forecast === null) return null;
  const { chances, state } = forecast;
  const nowMs = time.nowMs();
  // Once the promise has passed it is late: that has no odds any more.
  const isPassed = promise === 'passed';
  const percent = new Intl.NumberFormat(text.locale, { style: 'percent' });
  return (
    <section className="sec">
      <h3>{text.detail.arrival}</h3>
      {state.kind === 'silent' ? (
        <p className="t2">{silenceText(state.reason, text.language)}</p>
      ) : (
        <>
          <p className="num">
            <span className="strong">{bandText(state, nowMs, text)}</span>
            {state.probability === null || isPassed ? null : (
              <span className="t2"> {text.detail.lateBy(percent.format(state.probability))}</span>
            )}
          </p>
          <p className="fs12 t2">{basisText(state, nowMs, text)}</p>
          <ChanceChart chances={chances} />
        </>
      )}
    </section>
  );
}
