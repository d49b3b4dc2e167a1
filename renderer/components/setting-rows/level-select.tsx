import { levelsOf } from '../../../core/notification/notification.ts';
import {
  type NotificationKind,
  type NotificationLevel,
  notificationLevels,
} from '../../../core/notification/notification.ts';
import { useText } from '../../model-context.tsx';

interface LevelSelectProps<Value extends NotificationLevel | null> {
  readonly kind: NotificationKind;
  readonly name: string;
  readonly value: Value;
  /** The level for all orders, where it may be kept: null is that one then. */
  readonly forAll?: NotificationLevel;
  readonly isDisabled?: boolean;
  readonly onChange: (value: NotificationLevel | (Value & null)) => void;
}

/** The sentence that says what a level means, in the table of kinds. */
export function levelMeaningId(level: NotificationLevel): string {
  return `level-${level}`;
}

/** How much a kind asks of a person, and what the level that is chosen means. */
export function LevelSelect<Value extends NotificationLevel | null>(
  props: LevelSelectProps<Value>,
) {
  const { kind, name, value, forAll, isDisabled, onChange } = props;
  const texts = useText().settings.notifications;
  const meant = value ?? forAll;
  return (
    <select
      className="select"
      aria-label={name}
      aria-describedby={meant === undefined ? undefined : levelMeaningId(meant)}
      value={value ?? ''}
      disabled={isDisabled}
      onChange={({ target }) => {
        const level = notificationLevels.find((each) => each === target.value);
        // Where there is an option without a level, null is a value.
        onChange(level ?? (null as Value & null));
      }}
    >
      {forAll === undefined ? null : (
        <option value="">{texts.asForAll(texts.levelNames[forAll])}</option>
      )}
      {levelsOf(kind).map((level) => (
        <option key={level} value={level}>
          {texts.levelNames[level]}
        </option>
      ))}
    </select>
  );
}
