import { zoomSteps } from '../../../core/settings/zoom.ts';
import {
  useModel,
  useSetting,
  useSettings,
  useSwitchSetting,
  useText,
} from '../../model-context.tsx';
import { Card, ChoiceRow, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';

/** How the window looks. */
export function AppearanceSettings() {
  const { settings: store } = useModel();
  const words = useText().settings;
  const zoomWords = useText().board;
  const { zoomPercent } = useSettings();
  const look = words.appearance;
  return (
    <>
      <p>{look.lead}</p>
      <Card>
        <ChoiceRow
          title={look.language}
          help={look.languageHelp}
          words={look.languages}
          {...useSetting('language')}
        />
        <ChoiceRow title={look.theme} words={look.themes} {...useSetting('theme')} />
        <ChoiceRow
          title={look.density}
          help={look.densityHelp}
          words={look.densities}
          {...useSetting('density')}
        />
        <SettingsRow title={zoomWords.zoom} help={zoomWords.zoomHelp}>
          <select
            className="select"
            aria-label={zoomWords.zoom}
            value={zoomPercent}
            onChange={(event) => void store.change({ zoomPercent: Number(event.target.value) })}
          >
            {[...new Set([...zoomSteps, zoomPercent])]
              .toSorted((one, other) => one - other)
              .map((step) => (
                <option key={step} value={step}>
                  {zoomWords.percent(step)}
                </option>
              ))}
          </select>
        </SettingsRow>
      </Card>
      <Card>
        <SwitchRow
          title={look.letterKeys}
          help={look.letterKeysHelp}
          {...useSwitchSetting('usesLetterKeys')}
        />
        <SwitchRow
          title={look.clipboard}
          help={look.clipboardHelp}
          {...useSwitchSetting('offersClipboard')}
        />
      </Card>
    </>
  );
}
