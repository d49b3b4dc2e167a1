import { useEffect } from 'react';
import {
  dayFigures,
  dayFigureTexts,
  dayFigureNames,
  dayHeading,
  daySummaryText,
  partialDayText,
} from '../../../core/board/day-summary-text.ts';
import type { DaySummary } from '../../../core/board/day-summary.ts';
import { useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { FailureBanner } from '../controls/failure.tsx';
import { Card, ChoiceRow, SettingsRow } from '../controls/settings-controls.tsx';

function Figures({ summary }: { readonly summary: DaySummary }) {
  const text = useText();
  const { priceUnit } = useSettings();
  const names = dayFigureNames(text.language);
  const values = dayFigureTexts(summary, priceUnit, text);
  return (
    <Card title={dayHeading(summary, text)}>
      {summary.isWhole ? null : <SettingsRow title={partialDayText(text.language)} />}
      {dayFigures.map((figure) => (
        <SettingsRow key={figure} title={names[figure]}>
          <span className="num">{values[figure]}</span>
        </SettingsRow>
      ))}
    </Card>
  );
}

/** What happened today or yesterday, in figures without people. */
export function DaySettings() {
  const { actions, day } = useModel();
  const text = useText();
  const texts = text.day;
  const { priceUnit } = useSettings();
  const { day: chosen, failure, summary } = useSlice(day, (state) => state);
  useEffect(() => void day.read(day.getState().day), [day]);
  return (
    <>
      <p>{texts.lead}</p>
      <Card>
        <ChoiceRow
          title={texts.day}
          help={texts.dayHelp}
          texts={texts.days}
          value={chosen}
          onChange={(each) => void day.read(each)}
        />
        <SettingsRow title={texts.share} help={texts.shareHelp}>
          <Button
            aria-disabled={summary === null}
            onClick={() => {
              if (summary === null) return;
              void actions.copy(daySummaryText(summary, priceUnit, text), texts.copied);
            }}
          >
            {texts.copy}
          </Button>
          <Button onClick={() => void day.save()}>{texts.save}</Button>
        </SettingsRow>
      </Card>
      {summary === null ? null : <Figures summary={summary} />}
      <FailureBanner failure={failure} title={texts.notRead} />
    </>
  );
}
