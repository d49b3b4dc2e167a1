import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Card, Segments, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';
import { TimeField } from '../controls/time-field.tsx';
import { Button } from '../controls/button.tsx';
import { OrderFolderSettings } from './order-folder.tsx';

/** Files for the next dispatcher and the next computer. */
export function TransferSettings() {
  const { actions, transfer } = useModel();
  const text = useText();
  const texts = text.transfer;
  const isPersonal = useSlice(transfer, (state) => state.isPersonal);
  const finished = useSlice(transfer, (state) => state.finished);
  const sinceMinute = useSlice(transfer, (state) => state.sinceMinute);
  return (
    <>
      <p>{texts.lead}</p>
      <Card>
        <SettingsRow title={texts.save} help={texts.saveHelp}>
          <Button onClick={() => void transfer.save('orderList')}>{texts.saveButton}</Button>
        </SettingsRow>
        <SettingsRow title={texts.finished} help={texts.finishedHelp}>
          <Segments
            name={texts.finished}
            texts={texts.finishedChoices}
            value={finished}
            onChange={transfer.setFinished}
          />
          {finished === 'since' ? (
            <TimeField
              name={texts.finishedSince}
              minute={sinceMinute}
              onChange={transfer.setSince}
            />
          ) : null}
        </SettingsRow>
        <SwitchRow
          title={texts.personal}
          help={texts.personalHelp}
          isOn={isPersonal}
          onChange={transfer.setPersonal}
        />
        <SettingsRow title={texts.summary} help={texts.summaryHelp}>
          <Button onClick={() => void actions.copySummary()}>{texts.summaryButton}</Button>
        </SettingsRow>
        <SettingsRow title={texts.import} help={texts.importHelp}>
          <Button onClick={() => void transfer.open()}>{texts.importButton}</Button>
        </SettingsRow>
      </Card>
      <OrderFolderSettings />
      <Card title={texts.settings}>
        <SettingsRow title={texts.saveSettings} help={texts.saveSettingsHelp}>
          <Button aria-label={texts.saveSettings} onClick={() => void transfer.save('settings')}>
            {texts.saveButton}
          </Button>
        </SettingsRow>
      </Card>
    </>
  );
}
