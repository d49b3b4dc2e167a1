import { lastingGroupRules, replacedGroupRules } from '../../../core/notification/group-rules.ts';
import type { BridgeHandlers } from '../../../core/bridge/bridge.ts';
import type { WhatIf } from '../../../core/board/what-if.ts';
import type { Settings, SettingsChange } from '../../../core/settings/settings.ts';
import type { Recording } from '../recorder/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Decision } from './decisions.ts';
import { replay } from './replay.ts';
import { replayStart, type StartSources } from './replay-start.ts';

/** How much is replayed. */
const spanMs = 24 * 60 * 60_000;

/** What {@link whatIf} reads. */
export interface WhatIfSources extends StartSources {
  readonly recording: Pick<Recording, 'span'>;
  readonly settings: { readonly current: Settings };
  readonly clock: Pick<Clock, 'wallMs' | 'monotonicMs' | 'nextTurn'>;
}

/**
 * Replays the last 24 h with the settings of now, and with each of these changes to them, and counts the
 * notifications. What holds for a time alone, such as a snooze, is as it was.
 *
 * @returns null when nothing is recorded
 */
export async function whatIf(
  changes: readonly SettingsChange[],
  sources: WhatIfSources,
): Promise<WhatIf | null> {
  const { clock, recording, settings } = sources;
  const untilMs = clock.wallMs();
  const span = recording.span(untilMs - spanMs, untilMs);
  if (span === null) return null;
  const { fromMs } = span;
  const all = [{}, ...changes];
  const counts = all.map(() => 0);
  const now = settings.current;
  const desks = all.map((change, index) => ({
    settings: (recorded: Settings) => settingsWith(recorded, now, change),
    decided: ({ kind }: Decision) => {
      if (kind === 'shown') counts[index] = (counts[index] ?? 0) + 1;
    },
  }));
  await replay(span, replayStart(fromMs, sources), untilMs, desks, clock);
  const [notified = 0, ...otherwise] = counts;
  return { fromMs, untilMs, notified, otherwise };
}

/** Answers what other settings would have meant. */
export function whatIfHandlers(
  sources: WhatIfSources,
): Pick<BridgeHandlers, 'notifications:what-if'> {
  return {
    'notifications:what-if': async ({ changes }) => ({
      ok: true,
      value: await whatIf(changes, sources),
    }),
  };
}

/** The settings of now with a change; what holds for a time alone is as it was recorded. */
export function settingsWith(recorded: Settings, now: Settings, change: SettingsChange): Settings {
  const { notificationsMutedUntilMs } = recorded;
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const settings = { ...now, notificationsMutedUntilMs, ...Object.fromEntries(named) };
  const lasting = lastingGroupRules(settings.groupRules);
  return { ...settings, groupRules: replacedGroupRules(lasting, recorded.groupRules) };
}
