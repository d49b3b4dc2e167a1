import { useEffect } from 'react';
import { diagnosisText, troubleLine } from '../../../core/delivery/diagnosis-text.ts';
import type { Diagnosis, Finding, FindingState } from '../../../core/delivery/diagnosis.ts';
import { durationText, quantityText } from '../../../core/order/format.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { Button } from '../controls/button.tsx';

const icons: Readonly<Record<FindingState, readonly [IconName, string] | null>> = {
  good: ['st-done', 'c-done'],
  notice: ['info', 't2'],
  bad: ['st-problem', 'c-problem'],
  fact: null,
};

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { diagnosis: texts, locale } = useText();
  const { elapsedMs, name, state, value } = finding;
  const icon = icons[state];
  return (
    <SettingsRow title={name}>
      <span className="t2 breaks num">{value}</span>
      {elapsedMs === null ? null : (
        <span className="t3 num">
          {elapsedMs < 1000
            ? quantityText(elapsedMs, 'millisecond', locale)
            : durationText(elapsedMs, locale)}
        </span>
      )}
      {icon === null ? null : (
        <>
          <Icon name={icon[0]} className={icon[1]} />
          <span className="vh">{texts.states[state]}</span>
        </>
      )}
    </SettingsRow>
  );
}

function Report({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const texts = useText().diagnosis;
  const areas = [...new Set(diagnosis.findings.map(({ area }) => area))];
  return (
    <>
      {areas.map((area) => (
        <section key={area}>
          <Card title={texts.areas[area]}>
            {diagnosis.findings
              .filter((finding) => finding.area === area)
              .map((finding) => (
                <FindingRow key={finding.name} finding={finding} />
              ))}
          </Card>
        </section>
      ))}
      <Card title={texts.troubles}>
        {diagnosis.troubles.length === 0 ? <p className="t2">{texts.noTroubles}</p> : null}
        {diagnosis.troubles.map((trouble) => {
          const line = troubleLine(trouble);
          return (
            <p key={line} className="mono fs11 breaks">
              {line}
            </p>
          );
        })}
      </Card>
    </>
  );
}

/** Everything that Waybell needs, looked at when the page is opened, and safe to pass on. */
export function DiagnosisSettings() {
  const { actions, diagnosis: store } = useModel();
  const text = useText();
  const texts = text.diagnosis;
  const { diagnosis, isLooking } = useSlice(store, (state) => state);
  useEffect(() => {
    void store.look();
  }, [store]);
  return (
    <>
      <p>{texts.lead}</p>
      <div className="hstack report-actions">
        <Button
          aria-disabled={diagnosis === null}
          onClick={() => {
            if (diagnosis !== null)
              void actions.copy(diagnosisText(diagnosis, text.language), texts.copied);
          }}
        >
          {texts.copy}
        </Button>
        <Button onClick={() => void store.save()}>{texts.save}</Button>
        <Button look="quiet" aria-disabled={isLooking} onClick={() => void store.look()}>
          {isLooking ? texts.looking : texts.again}
        </Button>
      </div>
      <Card>
        <SettingsRow title={texts.recording} help={texts.recordingHelp}>
          <Button onClick={() => void store.saveRecording()}>{texts.saveRecording}</Button>
        </SettingsRow>
      </Card>
      {diagnosis === null ? null : <Report diagnosis={diagnosis} />}
    </>
  );
}
