import { useEffect } from 'react';
import { silenceText } from '../../../../core/forecast/forecast-texts.ts';
import type { WeekGrade } from '../../../../core/board/forecast-grade.ts';
import { dateText, durationText } from '../../../../core/order/format.ts';
import { useModel, useSlice, useText } from '../../../model-context.tsx';
import { Card } from '../../controls/settings-controls.tsx';
import { SettingRows } from '../../setting-rows/setting-rows.tsx';

const width = 240;
const height = 48;
/** The foot of the chart: half of the arrivals. */
const least = 0.5;

/** The share of arrivals in their bands, week by week, with the 70 to 90 % that it may be between. */
function CoverageChart({ weeks }: { readonly weeks: readonly WeekGrade[] }) {
  const texts = useText().settings.notifications.forecast;
  const y = (share: number): number => height * (1 - (share - least) / (1 - least));
  const stepX = width / Math.max(1, weeks.length - 1);
  const points = weeks.flatMap(({ coverage }, index) =>
    coverage === null ? [] : [`${index * stepX},${y(coverage)}`],
  );
  return (
    <svg
      className="grade-chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <title>{texts.chart}</title>
      <rect className="wanted" x={0} y={y(0.9)} width={width} height={y(0.7) - y(0.9)} />
      <polyline className="held" points={points.join(' ')} />
    </svg>
  );
}

function Weeks({ weeks }: { readonly weeks: readonly WeekGrade[] }) {
  const text = useText();
  const texts = text.settings.notifications.forecast;
  const percent = new Intl.NumberFormat(text.locale, { style: 'percent' });
  const score = new Intl.NumberFormat(text.locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const shown = (value: number | null, say: (value: number) => string): string =>
    value === null ? texts.none : say(value);
  return (
    <div className="grade">
      <CoverageChart weeks={weeks} />
      <table className="grade-weeks num">
        <thead>
          <tr>
            {texts.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.startMs}>
              <th scope="row">{dateText(week.startMs, text.locale)}</th>
              <td>{text.count(week.orders)}</td>
              <td>{shown(week.meanErrorMs, (ms) => durationText(ms, text.locale))}</td>
              <td>{shown(week.coverage, (share) => percent.format(share))}</td>
              <td>
                {shown(week.brier, (brier) =>
                  texts.against(
                    score.format(brier),
                    shown(week.brierBase, (each) => score.format(each)),
                  ),
                )}
              </td>
              <td>{texts.warnings(week.right, week.wrong, week.missed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether arrivals are forecast, and how good the forecasts were. */
export function ForecastSettings() {
  const { forecast } = useModel();
  const text = useText();
  const texts = text.settings.notifications.forecast;
  const grade = useSlice(forecast, (state) => state.grade);
  useEffect(() => void forecast.read(), [forecast]);
  return (
    <Card title={texts.title}>
      <SettingRows card="forecast" />
      {grade === null ? null : (
        <div className="stack">
          {grade.silence === null ? null : (
            <p className="c-attention">{silenceText(grade.silence, text.language)}</p>
          )}
          {grade.weeks.length === 0 ? (
            <p className="help">{silenceText('tooFew', text.language)}</p>
          ) : (
            <>
              <p className="help">{texts.lead}</p>
              <Weeks weeks={grade.weeks} />
            </>
          )}
        </div>
      )}
    </Card>
  );
}
