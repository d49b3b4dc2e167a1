import { type OwnPace, ownPaces, paceBounds, paceMs } from '../../../core/watch/cadence.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { IconName } from '../../icon-sprite.tsx';
import { useText } from '../../model-context.tsx';
import { IconButton } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { NumberSetting, SettingsRow } from '../controls/settings-controls.tsx';

type Paces = Pick<Settings, 'activeEverySeconds' | 'paceSeconds'>;

interface PaceTitleProps {
  readonly icon: IconName;
  readonly tone: string;
  readonly text: string;
}

/** The title of a pace, with the icon that orders of its kind have in the list. */
export function PaceTitle({ icon, tone, text }: PaceTitleProps) {
  return (
    <span className="hstack">
      <Icon name={icon} className={tone} />
      {text}
    </span>
  );
}

const looks: Readonly<Record<OwnPace, Pick<PaceTitleProps, 'icon' | 'tone'>>> = {
  pending: { icon: 'st-waiting', tone: 'c-waiting' },
  pendingLong: { icon: 'st-waiting', tone: 'c-waiting' },
  scheduledLater: { icon: 'clock', tone: 't3' },
  standing: { icon: 'pin', tone: 't3' },
  finished: { icon: 'st-done', tone: 'c-done' },
  notFoundYoung: { icon: 'st-problem', tone: 'c-problem' },
  notFound: { icon: 'st-problem', tone: 'c-problem' },
};

interface PaceRowsProps {
  readonly paces: Paces;
  /** The name of a field, with the group whose paces these are. */
  readonly nameOf: (field: string) => string;
  readonly onChange: (paceSeconds: Paces['paceSeconds']) => void;
}

/** The paces beside that of an order on the way. Each follows it until it has a number of its own. */
export function PaceRows({ paces, nameOf, onChange }: PaceRowsProps) {
  const texts = useText().settings.checking;
  const { paceSeconds } = paces;
  return ownPaces.map((pace) => (
    <SettingsRow
      key={pace}
      title={<PaceTitle {...looks[pace]} text={texts.paces[pace]} />}
      help={texts.paceHelp[pace]}
    >
      {paceSeconds[pace] === null ? (
        <span className="t3">{texts.follows}</span>
      ) : (
        <IconButton
          icon="undo"
          look="quiet s"
          isSmall
          label={texts.followOf(nameOf(texts.paces[pace]))}
          title={texts.follow}
          onClick={() => onChange({ ...paceSeconds, [pace]: null })}
        />
      )}
      <NumberSetting
        name={nameOf(texts.paceField(texts.paces[pace]))}
        unit={texts.seconds}
        value={Math.max(1, Math.round(paceMs(pace, paces) / 1000))}
        {...paceBounds.ownPaceSeconds}
        onChange={(seconds) => onChange({ ...paceSeconds, [pace]: seconds })}
      />
    </SettingsRow>
  ));
}
