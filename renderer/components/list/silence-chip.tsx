import type { OrderRow } from '../../../core/board/board.ts';
import { groupRule } from '../../../core/notification/group-rules.ts';
import { momentText } from '../../../core/order/format.ts';
import { type Silence, silenceOf } from '../../board/silence.ts';
import { pastPromisesText } from '../../past-promises.ts';
import { useAhead, useModel, useSettings, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Icon } from '../controls/icon.tsx';

/** "Snoozed until 12:40", "Its group is muted". */
export function silenceText(
  { isOfGroup, untilMs }: Silence,
  { locale, row: texts }: Dictionary,
  nowMs: number,
): string {
  if (untilMs === null) return isOfGroup ? texts.groupMuted : texts.muted;
  const until = momentText(untilMs, nowMs, locale);
  return isOfGroup ? texts.groupSnoozed(until) : texts.snoozed(until);
}

/** What keeps an order silent; null for nothing, and once that is over, when the component is drawn again. */
export function useSilence(row: OrderRow | null): Silence | null {
  const { time } = useModel();
  const settings = useSettings();
  const rule = groupRule(settings, row);
  useAhead(row?.snoozedUntilMs ?? null);
  useAhead(rule?.snoozedUntilMs ?? null);
  return row === null ? null : silenceOf(row, settings, time.nowMs());
}

/** In a row: that the order or its group is muted or snoozed, and until when. */
export function SilenceChip({ silence }: { readonly silence: Silence }) {
  const { time } = useModel();
  const text = useText();
  const { untilMs } = silence;
  const spoken = silenceText(silence, text, time.nowMs());
  return (
    <span className="silence flat t3 num" title={spoken}>
      <Icon name="bell-off" className="xs" />
      {untilMs === null ? null : momentText(untilMs, time.nowMs(), text.locale)}
    </span>
  );
}

/** In the details: until when the order is snoozed, or that its group keeps it silent, with the way to where that ends. */
export function SilenceLine({ row }: { readonly row: OrderRow }) {
  const { isPast, settings, time } = useModel();
  const text = useText();
  const silence = useSilence(row);
  // That the order itself is muted is said by the button that ends it.
  if (silence === null || row.isMuted) return null;
  const nowMs = time.nowMs();
  const { untilMs } = silence;
  const past = untilMs === null ? '' : pastPromisesText([row], nowMs, untilMs, text);
  const said = `${silenceText(silence, text, nowMs)}${past}`;
  const { toSetting, toSettingOf } = text.timeline;
  return (
    <p className="fs12 t2 num leads-on">
      <span>{said}</span>
      {silence.isOfGroup && !isPast ? (
        <>
          {' '}
          <Button
            look="quiet s"
            aria-label={toSettingOf(said)}
            onClick={() => settings.openPlace('groups')}
          >
            {toSetting}
          </Button>
        </>
      ) : null}
    </p>
  );
}
