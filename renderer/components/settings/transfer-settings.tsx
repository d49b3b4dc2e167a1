import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Card, Segments, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';
import { TimeField } from '../controls/time-field.tsx';
import { Button } from '../controls/button.tsx';
import { OrderFolderSettings } from './order-folder.tsx';

/** Files for the next dispatcher and the next computer. */
export function TransferSettings() {
  const { actions, transfer } = useModel();
  const text = useText();
  const words = text.transfer;
  const isPersonal = useSlice(transfer, (state) => state.isPersonal);
  const finished = useSlice(transfer, (state) => state.finished);
  const sinceMinute = useSlice(transfer, (state) => state.sinceMinute);
  return (
    <>
      <p>{words.lead}</p>
      <Card>
        <SettingsRow title={words.save} help={words.saveHelp}>
          <Button onClick={() => void transfer.save('orderList')}>{words.saveButton}</Button>
        </SettingsRow>
        <SettingsRow title={words.finished} help={words.finishedHelp}>
          <Segments
            name={words.finished}
            words={words.finishedChoices}
            value={finished}
            onChange={transfer.setFinished}
          />
          {finished === 'since' ? (
            <TimeField
              name={words.finishedSince}
              minute={sinceMinute}
              onChange={transfer.setSince}
            />
          ) : null}
        </SettingsRow>
        <SwitchRow
          title={words.personal}
          help={words.personalHelp}
          isOn={isPersonal}
          onChange={transfer.setPersonal}
        />
        <SettingsRow title={words.summary} help={words.summaryHelp}>
          <Button onClick={() => void actions.copySummary()}>{words.summaryButton}</Button>
        </SettingsRow>
        <SettingsRow title={words.import} help={words.importHelp}>
          <Button onClick={() => void transfer.open()}>{words.importButton}</Button>
        </SettingsRow>
      </Card>
      <OrderFolderSettings />
      <Card title={words.settings}>
        <SettingsRow title={words.saveSettings} help={words.saveSettingsHelp}>
          <Button aria-label={words.saveSettings} onClick={() => void transfer.save('settings')}>
            {words.saveButton}
          </Button>
        </SettingsRow>
      </Card>
    </>
  );
}
