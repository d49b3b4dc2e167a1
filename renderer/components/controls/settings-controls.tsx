import { placeId, type SettingsPlace } from '../../stores/settings/settings-store.ts';
import {
  type ComponentProps,
  type PropsWithChildren,
  type ReactNode,
  useId,
  useState,
} from 'react';
import type { Settings } from '../../../core/settings/settings.ts';
import { useIsLocked, useText } from '../../model-context.tsx';
import { Icon } from './icon.tsx';
import { useDraft } from './draft.ts';
import { Switch, type SwitchProps } from './switch.tsx';

interface RowProps {
  readonly title: ReactNode;
  readonly help?: ReactNode;
  /** A line below all of it, about the present value. */
  readonly below?: ReactNode;
  /** The policy of this computer sets it. */
  readonly isLocked?: boolean;
}

/** A row with one control, whose name is the title of the row unless `name` is given. */
type RowOf<ControlProps> = Omit<ControlProps, 'name'> &
  Omit<RowProps, 'title'> & {
    readonly title: string;
    readonly name?: string;
  };

/** Says that the policy of this computer sets something. */
export function SetByCompany() {
  const { setByCompany } = useText().settings;
  return (
    <span className="help hstack">
      <Icon name="lock" className="s" />
      {setByCompany}
    </span>
  );
}

interface LockableProps {
  readonly name: keyof Settings;
}

/** The rows of one setting. Where the policy sets it, that is said once, and none of them can be changed. */
export function LockableRows({ name, children }: PropsWithChildren<LockableProps>) {
  const isLocked = useIsLocked(name);
  if (!isLocked) return children;
  return (
    <fieldset className="locked" disabled>
      <div>
        <SetByCompany />
      </div>
      {children}
    </fieldset>
  );
}

/** One line of a settings card: what it is, a sentence about it, and the control. */
export function SettingsRow(props: PropsWithChildren<RowProps>) {
  const { title, help, below, isLocked, children } = props;
  return (
    <div className="set-row">
      <div className="what">
        <b>{title}</b>
        {help === undefined ? null : <span className="help num">{help}</span>}
        {isLocked === true ? <SetByCompany /> : null}
      </div>
      {children === undefined ? null : isLocked === true ? (
        <fieldset className="ctl hstack" disabled>
          {children}
        </fieldset>
      ) : (
        <div className="ctl hstack">{children}</div>
      )}
      {below}
    </div>
  );
}

interface CardProps {
  readonly title?: string;
  /** What leads here from elsewhere in the window. */
  readonly place?: SettingsPlace;
}

/** Settings that belong together, under a heading where they need one. */
export function Card({ children, place, title }: PropsWithChildren<CardProps>) {
  const begins = place === undefined ? {} : { id: placeId(place), tabIndex: -1 };
  return (
    <>
      {title === undefined ? null : <h2 {...begins}>{title}</h2>}
      <div className="card" {...(title === undefined && begins)}>
        {children}
      </div>
    </>
  );
}

interface SegmentsProps<Value extends string> {
  readonly name: string;
  readonly texts: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few values, all of which are shown. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { name, texts, value, onChange } = props;
  const group = useId();
  // The keys of a record of words are its values.
  const values = Object.keys(texts) as Value[];
  return (
    <fieldset className="seg">
      <legend className="vh">{name}</legend>
      {values.map((each) => (
        <label key={each}>
          <input
            type="radio"
            className="vh"
            name={group}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {texts[each]}
        </label>
      ))}
    </fieldset>
  );
}

type CheckedFieldProps = Omit<ComponentProps<'input'>, 'className'> & {
  readonly name: string;
  /** Classes of its shape. */
  readonly look: string;
  /** Why what is typed does not fit; null when it does. */
  readonly wrong: string | null;
  /** What became of what was typed before; null for nothing. */
  readonly said?: string | null;
};

function CheckedField({ name, look, said = null, wrong, ...props }: CheckedFieldProps) {
  const id = useId();
  return (
    <span className="number">
      <input
        className={`input ${look} ${wrong === null ? '' : 'bad'}`.trim()}
        autoComplete="off"
        aria-label={name}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null && said === null ? undefined : id}
        {...props}
      />
      {wrong === null && said === null ? null : (
        <span className={wrong === null ? 'help' : 'help c-problem'} id={id} role="alert">
          {wrong ?? said}
        </span>
      )}
    </span>
  );
}

interface NumberSettingProps {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
  /** A slider beside the field, with its own name. */
  readonly sliderName?: string;
}

const sliderSteps = 200;
/** Of what was typed and not kept so much is said, in characters. */
const longestSaid = 20;

/** The place of a value on the slider, which is logarithmic: small numbers get as much room as large ones. */
function sliderPlace(value: number, least: number, most: number): number {
  return Math.round((Math.log(value / least) / Math.log(most / least)) * sliderSteps);
}

function sliderValue(place: number, least: number, most: number): number {
  const exact = least * (most / least) ** (place / sliderSteps);
  const step = exact < 100 ? 1 : exact < 1000 ? 10 : 100;
  return Math.min(most, Math.max(least, Math.round(exact / step) * step));
}

function numberIn(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

/** Whether a change of a field comes from undo or redo (Input Events Level 2, inputType). */
function isOfHistory(inputType: unknown): boolean {
  return inputType === 'historyUndo' || inputType === 'historyRedo';
}

/**
 * A whole number, kept on Enter and when the field is left; never kept outside of its limits. What is not kept goes
 * when the field is left, and it is said that it was not kept: what a field shows is what counts.
 */
export function NumberSetting(props: NumberSettingProps) {
  const { name, unit, value, least, most, onChange, sliderName } = props;
  const texts = useText().settings.checking;
  const { draft, setDraft, keys } = useDraft(String(value));
  const number = numberIn(draft);
  const isFitting = number >= least && number <= most;
  const [notKept, setNotKept] = useState<string | null>(null);
  const type = (typed: string, isBroughtBack: boolean) => {
    setNotKept(null);
    setDraft(typed);
    // The browser's undo reaches a field that was left, and is no half of a number: what it brings back counts.
    const before = numberIn(typed);
    if (isBroughtBack && before >= least && before <= most && before !== value) onChange(before);
  };
  const commit = () => {
    if (isFitting && number !== value) onChange(number);
  };
  const leave = () => {
    commit();
    if (isFitting) return;
    setNotKept(draft.trim().slice(0, longestSaid));
    setDraft(String(value));
  };
  return (
    <>
      {sliderName === undefined ? null : (
        <input
          type="range"
          className="range"
          aria-label={sliderName}
          aria-valuetext={`${isFitting ? number : value} ${unit}`}
          min={0}
          max={sliderSteps}
          value={sliderPlace(isFitting ? number : value, least, most)}
          onChange={(event) =>
            setDraft(String(sliderValue(Number(event.target.value), least, most)))
          }
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
      )}
      <CheckedField
        look="n"
        name={name}
        inputMode="numeric"
        wrong={isFitting ? null : texts.outOfRange(least, most)}
        said={notKept === null ? null : texts.notKept(notKept, least, most)}
        value={draft}
        onChange={({ nativeEvent, target }) =>
          type(target.value, 'inputType' in nativeEvent && isOfHistory(nativeEvent.inputType))
        }
        onBlur={leave}
        onKeyDown={keys(commit)}
      />
      {unit === '' ? null : <span className="t2">{unit}</span>}
    </>
  );
}

/** What the row itself shows of a row with a control. */
function rowOf({ title, help, below, isLocked = false }: RowProps): RowProps {
  return { title, help, below, isLocked };
}

export function ChoiceRow<Value extends string>(props: RowOf<SegmentsProps<Value>>) {
  return (
    <SettingsRow {...rowOf(props)}>
      <Segments {...props} name={props.name ?? props.title} />
    </SettingsRow>
  );
}

export function NumberRow(props: NumberSettingProps & RowProps) {
  return (
    <SettingsRow {...rowOf(props)}>
      <NumberSetting {...props} />
    </SettingsRow>
  );
}

export function SwitchRow(props: RowOf<SwitchProps>) {
  return (
    <SettingsRow {...rowOf(props)}>
      <Switch {...props} name={props.name ?? props.title} />
    </SettingsRow>
  );
}

interface TextSettingProps {
  readonly name: string;
  readonly value: string;
  /** Shown below a text that does not fit. */
  readonly wrong: string;
  readonly fits: (text: string) => boolean;
  readonly placeholder?: string;
  readonly onChange: (text: string) => void;
}

/** A text, kept on Enter and when the field is left; never kept when it does not fit. */
function TextSetting(props: TextSettingProps) {
  const { name, value, wrong, fits, placeholder, onChange } = props;
  const { draft, setDraft, keys } = useDraft(value);
  const isFitting = fits(draft.trim());
  const commit = () => {
    if (isFitting && draft.trim() !== value) onChange(draft.trim());
  };
  return (
    <CheckedField
      look="mono text-setting"
      name={name}
      spellCheck={false}
      autoCapitalize="none"
      wrong={isFitting ? null : wrong}
      placeholder={placeholder}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={keys(commit)}
    />
  );
}

export function TextRow(props: RowOf<TextSettingProps>) {
  return (
    <SettingsRow {...rowOf(props)}>
      <TextSetting {...props} name={props.name ?? props.title} />
    </SettingsRow>
  );
}
