import type { Situation } from '../../../core/recording/recorded-state.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { english } from '../../../core/text/language.ts';

/** A calm situation: the service answers, and the dispatcher is not away. */
export function someSituation(parts: Partial<Situation> = {}): Situation {
  return {
    activity: 'running',
    settings: defaultSettings,
    speech: english,
    timeZone: 'Europe/Berlin',
    serviceHealth: { state: 'reachable' },
    pause: { kind: 'running' },
    isScreenLocked: false,
    isAtWindow: false,
    deskId: null,
    startedAtMs: 0,
    wokeAtMs: null,
    unlockedAtMs: null,
    returnedAtMs: null,
    passedOn: [],
    ...parts,
  };
}
