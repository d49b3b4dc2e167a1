import type { Clock } from '../../core/clock.ts';
import type { DecisionsOf } from './board/ports.ts';
import { rewindHandlers } from './board/rewind-handlers.ts';
import { Rewind } from './recorder/rewind.ts';
import { decisionsOf } from './recorder/why.ts';
import { whatIfHandlers } from './replay/what-if.ts';
import { savedRecording } from './saved-recording.ts';
import type { Services } from './services.ts';

/** What {@link createPast} joins. */
interface PastSources {
  readonly services: Pick<Services, 'forecasts' | 'history' | 'outbox' | 'recording' | 'settings'>;
  readonly version: string;
  readonly clock: Clock;
}

/** What reads the recording: why, how it was, and what other settings would have told. */
export type Past = ReturnType<typeof createPast>;

/** Builds the {@link Past}. */
export function createPast({ clock, services, version }: PastSources) {
  const { forecasts, history, outbox: notifications, recording, settings } = services;
  const sources = { recording, history, notifications };
  const decided: DecisionsOf = (id) => decisionsOf(id, sources);
  const past = new Rewind({
    ...sources,
    forecasts,
    privacy: () => settings.current.notificationPrivacy,
    clock,
  });
  return {
    decisionsOf: decided,
    /** The text of a file that replays what is recorded; null when nothing is. */
    saved: () => savedRecording(sources, version, clock.wallMs()),
    handlers: [
      rewindHandlers({ past, history, decisionsOf: decided }),
      whatIfHandlers({ ...sources, settings, clock }),
    ] as const,
  };
}
