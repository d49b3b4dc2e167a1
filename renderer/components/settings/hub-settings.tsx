import { useEffect } from 'react';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import type { HubSettings } from '../../../core/team/hub-settings.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { FailureBanner } from '../controls/failure.tsx';
import { Card, NumberRow, SetByCompany, SettingsRow } from '../controls/settings-controls.tsx';
import { PaceRows, PaceTitle } from './pace-rows.tsx';

/** A number that the hub decides, in the words of the table of settings. */
function HubNumber({
  name,
  settings,
  isLocked,
}: {
  readonly name: 'requestsPerMinute' | 'activeEverySeconds' | 'archiveDays' | 'personalDataDays';
  readonly settings: HubSettings;
  readonly isLocked: boolean;
}) {
  const { hubSettings } = useModel();
  const { language } = useText();
  const { least, most, row } = settingsTable[name];
  const { field, help, title, unit } = row[language];
  const value = settings[name];
  return (
    <NumberRow
      title={
        name === 'activeEverySeconds' ? (
          <PaceTitle icon="st-active" tone="c-active" text={title} />
        ) : (
          title
        )
      }
      help={typeof help === 'function' ? help(value) : help}
      name={field}
      unit={unit}
      value={value}
      least={least}
      most={most}
      isLocked={isLocked}
      onChange={(next) => void hubSettings.change({ [name]: next })}
    />
  );
}

/** What the hub decides for the team, where a dispatcher changes it for all desks. */
export function HubSettingsCard() {
  const { hubSettings } = useModel();
  const { teamSettings: texts } = useText();
  const { failure, hub } = useSlice(hubSettings, (state) => state);
  useEffect(() => void hubSettings.read(), [hubSettings]);
  if (hub === null) return <FailureBanner failure={failure} />;
  const { locked, settings } = hub;
  const isLocked = (name: (typeof locked)[number]): boolean => locked.includes(name);
  const numberOf = (name: Parameters<typeof HubNumber>[0]['name']) => (
    <HubNumber name={name} settings={settings} isLocked={isLocked(name)} />
  );
  return (
    <>
      <FailureBanner failure={failure} />
      <Card title={texts.forAllDesks}>
        {numberOf('activeEverySeconds')}
        {isLocked('paceSeconds') ? (
          <SettingsRow title={texts.paces}>
            <SetByCompany />
          </SettingsRow>
        ) : (
          <PaceRows
            paces={settings}
            nameOf={(name) => name}
            onChange={(paceSeconds) => void hubSettings.change({ paceSeconds })}
          />
        )}
        {numberOf('requestsPerMinute')}
        {numberOf('archiveDays')}
        {numberOf('personalDataDays')}
        <SettingsRow title={texts.more} help={texts.moreHelp} />
      </Card>
    </>
  );
}
