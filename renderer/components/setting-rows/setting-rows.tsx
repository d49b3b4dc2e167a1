import type { ReactNode } from 'react';
import type { SettingRow } from '../../../core/settings/setting-row.ts';
import type { SettingsCard } from '../../../core/settings/settings-pages.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import { type PlainName, settingsTable } from '../../../core/settings/settings-table.ts';
import { useIsLocked, useModel, useSettings, useText } from '../../model-context.tsx';
import { ChoiceRow, NumberRow, SwitchRow } from '../controls/settings-controls.tsx';
import { WhatIfChoice, WhatIfValue } from './what-if.tsx';

type PlainRow = Exclude<SettingRow, { kind: 'own' }>;

interface SettingRowsProps {
  readonly card: SettingsCard;
  /** In place of the title of the table. */
  readonly title?: ReactNode;
  /** In place of the sentence of the table. */
  readonly help?: ReactNode;
  /** Present where this computer cannot do it. */
  readonly isDisabled?: true;
  /** Says below it what other values would have meant. */
  readonly hasWhatIf?: true;
  /** The values that are asked about. Default: half and double of the present one. */
  readonly others?: readonly number[];
  /** What changes with it. */
  readonly also?: SettingsChange;
}

/** The settings that stand together on a page, as the table of settings describes them. */
export function SettingRows(props: SettingRowsProps): ReactNode {
  return Object.entries<SettingRow>(settingsTable).flatMap(([name, row]) =>
    row.kind !== 'own' && row.row?.card === props.card
      ? // The names of the table are its keys.
        [<OneSetting key={name} name={name as PlainName} row={row} {...props} />]
      : [],
  );
}

interface OneSettingProps extends SettingRowsProps {
  readonly name: PlainName;
  readonly row: PlainRow;
}

function OneSetting({ name, row, ...props }: OneSettingProps): ReactNode {
  const { settings } = useModel();
  const { language } = useText();
  const isLocked = useIsLocked(name);
  const value = useSettings()[name];
  const { also, help, isDisabled, hasWhatIf, others } = props;
  const changeTo = (next: number | string | boolean): SettingsChange => ({ [name]: next, ...also });
  const onChange = (next: number | string | boolean) => void settings.change(changeTo(next));
  switch (row.kind) {
    case 'number': {
      if (row.row === null) return null;
      const { field, help: sentence, slider, title, unit } = row.row[language];
      const shown = {
        title: props.title ?? title,
        help: help ?? (typeof sentence === 'function' ? sentence(Number(value)) : sentence),
        name: field,
        unit,
        least: row.least,
        most: row.most,
        value: Number(value),
        isLocked,
      };
      return hasWhatIf === true ? (
        <WhatIfValue {...shown} changeTo={changeTo} {...(others !== undefined && { others })} />
      ) : (
        <NumberRow
          {...shown}
          onChange={onChange}
          {...(slider !== undefined && { sliderName: slider })}
        />
      );
    }
    case 'choice': {
      if (row.row === null) return null;
      const { choices, help: sentence, title } = row.row[language];
      const shown = {
        title,
        help: help ?? (typeof sentence === 'object' ? sentence[String(value)] : sentence),
        texts: choices,
        value: String(value),
        isLocked,
      };
      return hasWhatIf === true ? (
        <WhatIfChoice {...shown} changeTo={changeTo} />
      ) : (
        <ChoiceRow {...shown} onChange={onChange} />
      );
    }
    case 'switch': {
      if (row.row === null) return null;
      const { help: sentence, title } = row.row[language];
      return (
        <SwitchRow
          title={title}
          help={help ?? sentence}
          isOn={value === true && isDisabled !== true}
          isDisabled={isDisabled === true}
          isLocked={isLocked}
          onChange={onChange}
        />
      );
    }
  }
}
