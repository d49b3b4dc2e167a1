import type { Language } from '../text/language.ts';
import type { RestorablePage, SettingsCard } from './settings-pages.ts';

/* How a setting is described. It holds no schema: the window reads it, and its bundle holds none. */

/** What is said of each language. */
type InLanguages<Texts> = Readonly<Record<Language, Texts>>;

/** What is known of every setting. */
interface Facts {
  /**
   * The page on which it stands and with whose defaults it is restored; null for one that is never restored,
   * because it belongs to the service, arranges the list, answers an offer or expires.
   */
  readonly page: RestorablePage | null;
  /** Present where no policy sets it. */
  readonly isNeverLocked?: true;
  /** Present where no file carries it to another computer: a moment, a port, what one window shows. */
  readonly isOfThisComputer?: true;
}

/**
 * What has to be known before a file changes it: that it shows or keeps more of people, tells or checks less,
 * erases, or reaches beyond the window. Null for a change that is not worth saying.
 */
interface Warning<Value> {
  en(value: Value, before: Value): string | null;
  'zh-Hant'(value: Value, before: Value): string | null;
}

/** A setting of one value. */
interface Plain<Value, Texts> extends Facts {
  readonly usual: Value;
  /** Where a page draws it from here; null where it has no row, or one of another kind. */
  readonly row: ({ readonly card: SettingsCard } & InLanguages<Texts>) | null;
  readonly warning: Warning<Value> | null;
}

export interface RowTexts {
  readonly title: string;
  /** A sentence below it. */
  readonly help?: string;
}

export interface NumberTexts {
  readonly title: string;
  readonly help: string | ((value: number) => string);
  /** The name of the field. */
  readonly field: string;
  readonly unit: string;
  /** The name of a slider beside the field. */
  readonly slider?: string;
}

export interface ChoiceTexts<Value extends string> {
  readonly title: string;
  readonly help?: string | Readonly<Record<Value, string>>;
  readonly choices: Readonly<Record<Value, string>>;
}

/** A whole number within limits. */
export interface NumberRow extends Plain<number, NumberTexts> {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
}

/** One of a few words. */
export interface ChoiceRow<Value extends string> extends Plain<Value, ChoiceTexts<Value>> {
  readonly kind: 'choice';
  readonly choices: readonly Value[];
}

/** On or off. */
export interface SwitchRow extends Plain<boolean, RowTexts> {
  readonly kind: 'switch';
}

/** A setting of several values, which has a schema, warnings and a part of a page of its own. */
export interface OwnRow extends Facts {
  readonly kind: 'own';
}

export function number<Row extends Omit<NumberRow, 'kind'>>(
  row: Row,
): Row & Pick<NumberRow, 'kind'> {
  return { ...row, kind: 'number' };
}

export function onOrOff<Row extends Omit<SwitchRow, 'kind'>>(
  row: Row,
): Row & Pick<SwitchRow, 'kind'> {
  return { ...row, kind: 'switch' };
}

export function own(row: Omit<OwnRow, 'kind'>): OwnRow {
  return { ...row, kind: 'own' };
}

export function choice<const Value extends string>(
  row: Omit<ChoiceRow<Value>, 'kind'>,
): ChoiceRow<Value> {
  return { ...row, kind: 'choice' };
}

/** A row of whatever kind. */
export type SettingRow = NumberRow | ChoiceRow<string> | SwitchRow | OwnRow;

/** What a setting of such a row holds; never for one with a schema of its own. */
export type ValueOf<Row> = Row extends NumberRow
  ? number
  : Row extends SwitchRow
    ? boolean
    : Row extends ChoiceRow<infer Value>
      ? Value
      : never;
