import type { WhatIf } from '../../core/bridge/what-if.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import type { Recording } from '../recorder/ports.ts';
import type { Clock } from '../watch/clock.ts';
import type { Decision } from './decisions.ts';
import { replay } from './replay.ts';
import { replayStart, type StartSources } from './replay-start.ts';

/** How much is replayed. */
const spanMs = 24 * 60 * 60_000;

/** What {@link WhatIfReplay} works with. */
export interface WhatIfSources extends StartSources {
  readonly recording: Recording;
  readonly settings: { readonly current: Settings };
  readonly clock: Clock;
}

/** Counts the notifications that the last day would have had with other settings. */
export class WhatIfReplay {
  readonly #sources: WhatIfSources;
  /** The last question; a newer one ends the counting for it. */
  #asked = 0;

  constructor(sources: WhatIfSources) {
    this.#sources = sources;
  }

  /**
   * Replays the last 24 h with the settings of now, and with each of these changes to them. What holds for a
   * time alone, such as a snooze, is as it was.
   *
   * @returns null when nothing is recorded, and when something newer was asked meanwhile
   */
  async count(changes: readonly SettingsChange[]): Promise<WhatIf | null> {
    const { clock, recording, settings } = this.#sources;
    this.#asked += 1;
    const asked = this.#asked;
    const untilMs = clock.wallMs();
    const span = recording.span(untilMs - spanMs, untilMs);
    if (span === null) return null;
    const { fromMs } = span;
    const counts = [{}, ...changes].map(() => 0);
    const now = settings.current;
    const desks = [{}, ...changes].map((change, index) => ({
      settings: (recorded: Settings) => settingsOf(recorded, now, change),
      decided: ({ kind }: Decision) => {
        if (kind === 'shown') counts[index] = (counts[index] ?? 0) + 1;
      },
    }));
    const isDone = await replay(span, replayStart(fromMs, this.#sources), untilMs, desks, {
      monotonicMs: () => clock.monotonicMs(),
      nextTurn: async () => {
        await clock.nextTurn();
        return this.#asked === asked;
      },
    });
    const [told = 0, ...otherwise] = counts;
    return isDone ? { fromMs, untilMs, told, otherwise } : null;
  }
}

function settingsOf(recorded: Settings, now: Settings, change: SettingsChange): Settings {
  const { notificationsMutedUntilMs } = recorded;
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const settings = { ...now, notificationsMutedUntilMs, ...Object.fromEntries(named) };
  const groupRules = settings.groupRules.map((rule) => {
    const then = recorded.groupRules.find(({ group }) => group === rule.group);
    return { ...rule, snoozedUntilMs: then?.snoozedUntilMs };
  });
  return { ...settings, groupRules };
}
