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
  const texts = useText().settings;
  const boardTexts = useText().board;
  const { zoomPercent } = useSettings();
  const look = texts.appearance;
  return (
    <>
      <p>{look.lead}</p>
      <Card>
        <ChoiceRow
          title={look.language}
          help={look.languageHelp}
          texts={look.languages}
          {...useSetting('language')}
        />
        <ChoiceRow title={look.theme} texts={look.themes} {...useSetting('theme')} />
        <ChoiceRow
          title={look.density}
          help={look.densityHelp}
          texts={look.densities}
          {...useSetting('density')}
        />
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
