import { type ReactNode, useEffect } from 'react';
import { quantityText } from '../../../core/order/format.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { changeKey, type Otherwise } from '../../stores/settings/what-if-store.ts';
import { ChoiceRow, NumberRow, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';
import type {
  NotificationKind,
  NotificationLevel,
} from '../../../core/notification/notification.ts';
import { notifiedLevel } from '../../../core/notification/notification.ts';
import { LevelSelect } from './level-select.tsx';

/*
 * Controls of the notification settings that say what another choice would have meant. Each is given
 * the change that a value makes: it makes that change, and asks about the same one beforehand.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long was counted: minutes, and whole hours from 100 minutes on. */
function spanText({ fromMs, untilMs }: Otherwise, locale: string): string {
  const ms = untilMs - fromMs;
  return ms < 100 * minuteMs
    ? quantityText(Math.max(1, Math.round(ms / minuteMs)), 'minute', locale)
    : quantityText(Math.round(ms / hourMs), 'hour', locale);
}

/** What is said beside a control: nothing, that it is being counted, or what was counted. */
type Counted = 'nothing' | 'counting' | readonly [Otherwise, ...Otherwise[]];

/** Nothing is said beside a control that the policy of this computer keeps as it is. */
function useWhatIf(changes: readonly SettingsChange[]): Counted {
  const { board, whatIf } = useModel();
  const { answers, kind } = useSlice(whatIf, (state) => state);
  const isLocked = useSlice(board, ({ app }) =>
    changes.some((change) => app?.lockedSettings.some((name) => name in change) === true),
  );
  const asked = isLocked ? [] : changes;
  const keys = asked.map(changeKey);
  useEffect(
    () => (asked.length === 0 ? undefined : whatIf.ask(asked)),
    // The changes are made anew whenever something is drawn; their keys say whether they differ.
    // oxlint-disable-next-line react/exhaustive-deps
    [whatIf, keys.join()],
  );
  if (kind !== 'counting') return 'nothing';
  const [first, ...others] = keys.flatMap((key) => answers.get(key) ?? []);
  if (asked.length === 0) return 'nothing';
  return first === undefined || others.length + 1 < keys.length ? 'counting' : [first, ...others];
}

interface LineProps {
  readonly changes: readonly SettingsChange[];
  /** The texts for what was counted, in the order of the changes, with how long was counted. */
  readonly say: (counted: readonly [Otherwise, ...Otherwise[]], span: string) => string;
}

/** A quiet line beside a control. While it is counted, which may take some seconds, it says so in its place. */
function WhatIfLine({ changes, say }: LineProps) {
  const { locale, settings } = useText();
  const counted = useWhatIf(changes);
  if (counted === 'nothing') return null;
  if (counted === 'counting') {
    return <span className="what-if counting">{settings.notifications.whatIf.counting}</span>;
  }
  return (
    <span className={`what-if num ${isSame(counted) ? 'same' : ''}`.trim()}>
      {say(counted, spanText(counted[0], locale))}
    </span>
  );
}

function isSame(counted: readonly Otherwise[]): boolean {
  return counted.every(({ otherwise, notified }) => otherwise === notified);
}

/** What the change of a switch would have meant, in a whole sentence. */
function SwitchLine({ isOn, change }: { readonly isOn: boolean; readonly change: SettingsChange }) {
  const texts = useText().settings.notifications.whatIf;
  return (
    <WhatIfLine
      changes={[change]}
      say={(counted, span) => {
        const [{ otherwise, notified }] = counted;
        if (isSame(counted)) return texts.noDifference(span);
        return isOn
          ? texts.without(otherwise, notified, span)
          : texts.with(otherwise, notified, span);
      }}
    />
  );
}

/** What other values than the present one would have meant. */
function ValuesLine(props: {
  readonly changes: readonly SettingsChange[];
  readonly names: readonly string[];
}) {
  const texts = useText().settings.notifications.whatIf;
  return (
    <WhatIfLine
      changes={props.changes}
      say={(counted, span) =>
        isSame(counted)
          ? texts.noDifference(span)
          : texts.withOthers(
              counted
                .map(({ otherwise }, at) => texts.other(props.names[at] ?? '', otherwise))
                .join(texts.comma),
              counted[0].notified,
              span,
            )
      }
    />
  );
}

/** How many notifications came in the time that was counted, above those of the kinds. */
export function WhatIfHead({ change }: { readonly change: SettingsChange }) {
  const texts = useText().settings.notifications.whatIf;
  return (
    <WhatIfLine
      changes={[change]}
      say={([{ notified }], span) => texts.kindsHead(notified, span)}
    />
  );
}

/** How many notifications would have come with a kind switched, where it differs, in short: its head says the rest. */
export function WhatIfKind(props: { readonly isOn: boolean; readonly change: SettingsChange }) {
  const texts = useText().settings.notifications.whatIf;
  return (
    <WhatIfLine
      changes={[props.change]}
      say={(counted) => {
        const [{ otherwise }] = counted;
        if (isSame(counted)) return '';
        return props.isOn ? texts.kindOff(otherwise) : texts.kindOn(otherwise);
      }}
    />
  );
}

/** What the page says of these lines as a whole: it is in sight also while nothing can be counted. */
export function WhatIfLead() {
  const { whatIf } = useModel();
  const texts = useText().settings.notifications.whatIf;
  const kind = useSlice(whatIf, (state) => state.kind);
  return <p className="t2">{texts.lead[kind]}</p>;
}

/** A row of which every value makes one change of the settings. */
interface Changing<Value> {
  readonly changeTo: (value: Value) => SettingsChange;
}

type Shown<Props> = Omit<Props, 'below' | 'onChange'>;

/** A switch, with what it would have meant to have it the other way. */
export function WhatIfSwitch({
  changeTo,
  ...row
}: Shown<Parameters<typeof SwitchRow>[0]> & Changing<boolean>): ReactNode {
  const { settings } = useModel();
  const { isDisabled, isOn } = row;
  return (
    <SwitchRow
      {...row}
      below={isDisabled === true ? null : <SwitchLine isOn={isOn} change={changeTo(!isOn)} />}
      onChange={(next) => void settings.change(changeTo(next))}
    />
  );
}

type NumberProps = Shown<Parameters<typeof NumberRow>[0]> &
  Changing<number> & {
    /** The values that are asked about. Default: half and double of the present one, within the limits. */
    readonly others?: readonly number[];
  };

/** A number, with what smaller and larger ones would have meant. */
export function WhatIfValue({ changeTo, others, ...row }: NumberProps): ReactNode {
  const { settings } = useModel();
  const { least, most, unit, value } = row;
  const { count } = useText();
  const near = [Math.max(least, Math.round(value / 2)), Math.min(most, value * 2)];
  const alternatives = (others ?? near).filter((each) => each !== value);
  return (
    <NumberRow
      {...row}
      below={
        <ValuesLine
          changes={alternatives.map(changeTo)}
          names={alternatives.map((each) => `${count(each)}\u00A0${unit}`)}
        />
      }
      onChange={(next) => void settings.change(changeTo(next))}
    />
  );
}

interface WhatIfLevelProps extends Changing<NotificationLevel | null> {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly name: string;
  /** Null for the level that all orders have. */
  readonly value: NotificationLevel | null;
  readonly forAll: NotificationLevel;
}

/** The level of a kind for a group, with what it would have meant to tell it, or not to. */
export function WhatIfLevel(props: WhatIfLevelProps): ReactNode {
  const { kind, title, name, value, forAll, changeTo } = props;
  const { settings } = useModel();
  const isNotified = (value ?? forAll) !== 'kept';
  const switched = changeTo(isNotified ? 'kept' : notifiedLevel(kind));
  return (
    <SettingsRow title={title} below={<SwitchLine isOn={isNotified} change={switched} />}>
      <LevelSelect
        kind={kind}
        name={name}
        value={value}
        forAll={forAll}
        onChange={(level) => void settings.change(changeTo(level))}
      />
    </SettingsRow>
  );
}

/** A choice between a few values, with what each of the others would have meant. */
export function WhatIfChoice<Value extends string>({
  changeTo,
  ...row
}: Shown<Parameters<typeof ChoiceRow<Value>>[0]> & Changing<Value>): ReactNode {
  const { settings } = useModel();
  const { chosenWord } = useText().settings.notifications.whatIf;
  // The keys of a record of words are its values.
  const others = (Object.keys(row.texts) as Value[]).filter((each) => each !== row.value);
  return (
    <ChoiceRow<Value>
      {...row}
      below={
        <ValuesLine
          changes={others.map(changeTo)}
          names={others.map((each) => chosenWord(row.texts[each]))}
        />
      }
      onChange={(next) => void settings.change(changeTo(next))}
    />
  );
}
