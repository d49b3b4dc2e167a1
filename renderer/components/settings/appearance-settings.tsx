import { zoomSteps } from '../../../core/settings/zoom.ts';
import { useModel, useSettings, useText } from '../../model-context.tsx';
import { Segments, SettingsRow } from '../controls/settings-controls.tsx';
import { Switch } from '../controls/switch.tsx';

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
      <h1>{words.sections.appearance}</h1>
      <p>{look.lead}</p>
      <div className="card">
        <SettingsRow title={look.language} help={look.languageHelp}>
          <Segments
            name={look.language}
            words={look.languages}
            value={language}
            onChange={(value) => void store.change({ language: value })}
          />
        </SettingsRow>
        <SettingsRow title={look.theme}>
          <Segments
            name={look.theme}
            words={look.themes}
            value={theme}
            onChange={(value) => void store.change({ theme: value })}
          />
        </SettingsRow>
        <SettingsRow title={look.density} help={look.densityHelp}>
          <Segments
            name={look.density}
            words={look.densities}
            value={density}
            onChange={(value) => void store.change({ density: value })}
          />
        </SettingsRow>
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
        <SettingsRow title={look.prices} help={look.pricesHelp[priceUnit]}>
          <Segments
            name={look.prices}
            words={look.priceUnits}
            value={priceUnit}
            onChange={(value) => void store.change({ priceUnit: value })}
          />
        </SettingsRow>
      </div>
      <div className="card">
        <SettingsRow title={look.letterKeys} help={look.letterKeysHelp}>
          <Switch
            name={look.letterKeys}
            isOn={usesLetterKeys}
            onChange={(isOn) => void store.change({ usesLetterKeys: isOn })}
          />
        </SettingsRow>
        <SettingsRow title={look.clipboard} help={look.clipboardHelp}>
          <Switch
            name={look.clipboard}
            isOn={offersClipboard}
            onChange={(isOn) => void store.change({ offersClipboard: isOn })}
          />
        </SettingsRow>
      </div>
    </>
  );
}
