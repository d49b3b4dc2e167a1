import { zoomSteps } from '../../../core/settings/zoom.ts';
import { useModel, useSettings, useText } from '../../model-context.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

/** How the window looks. */
export function AppearanceSettings() {
  const { settings: store } = useModel();
  const { board: boardTexts, settings: texts } = useText();
  const { zoomPercent } = useSettings();
  return (
    <>
      <p>{texts.appearance.lead}</p>
      <Card>
        <SettingRows card="look" />
        <SettingsRow title={boardTexts.zoom} help={boardTexts.zoomHelp}>
          <select
            className="select"
            aria-label={boardTexts.zoom}
            value={zoomPercent}
            onChange={(event) => void store.change({ zoomPercent: Number(event.target.value) })}
          >
            {[...new Set([...zoomSteps, zoomPercent])]
              .toSorted((one, other) => one - other)
              .map((step) => (
                <option key={step} value={step}>
                  {boardTexts.percent(step)}
                </option>
              ))}
          </select>
        </SettingsRow>
      </Card>
      <Card>
        <SettingRows card="keys" />
      </Card>
    </>
  );
}
