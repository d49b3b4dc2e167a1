import { zoomSteps } from '../../../core/settings/zoom.ts';
import { useModel, useSettings, useText } from '../../model-context.tsx';
import { Card, ChoiceRow, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';

/** How the window looks and how amounts are read. */
export function AppearanceSettings() {
  const { settings: store } = useModel();
  const words = useText().settings;
  const zoomWords = useText().board;
  const { language, theme, density, zoomPercent, priceUnit, usesLetterKeys, offersClipboard } =
    useSettings();
  const look = words.appearance;
  return (
    <>
      <p>{look.lead}</p>
      <Card>
        <ChoiceRow
          title={look.language}
          help={look.languageHelp}
          words={look.languages}
          value={language}
          onChange={(value) => void store.change({ language: value })}
        />
        <ChoiceRow
          title={look.theme}
          words={look.themes}
          value={theme}
          onChange={(value) => void store.change({ theme: value })}
        />
        <ChoiceRow
          title={look.density}
          help={look.densityHelp}
          words={look.densities}
          value={density}
          onChange={(value) => void store.change({ density: value })}
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
        <ChoiceRow
          title={look.prices}
          help={look.pricesHelp[priceUnit]}
          words={look.priceUnits}
          value={priceUnit}
          onChange={(value) => void store.change({ priceUnit: value })}
        />
      </Card>
      <Card>
        <SwitchRow
          title={look.letterKeys}
          help={look.letterKeysHelp}
          isOn={usesLetterKeys}
          onChange={(isOn) => void store.change({ usesLetterKeys: isOn })}
        />
        <SwitchRow
          title={look.clipboard}
          help={look.clipboardHelp}
          isOn={offersClipboard}
          onChange={(isOn) => void store.change({ offersClipboard: isOn })}
        />
      </Card>
    </>
  );
}
