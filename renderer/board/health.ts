import type { AppState } from '../../core/board/board.ts';
import { needsCredentials } from '../../core/delivery/delivery-failure.ts';
import { servicePauseUntilMs } from '../../core/watch/service-health.ts';
import type { IconName } from '../icon-sprite.tsx';

/** The words of the connection's health, in the order of importance when several hold. */
export type HealthWord = 'signedOut' | 'offline' | 'waiting' | 'paused' | 'demo' | 'live';

/** How the connection is: one word with an icon and a color. */
export interface Health {
  readonly word: HealthWord;
  readonly icon: IconName;
  readonly tone: 'done' | 'waiting' | 'attention' | 'problem' | 'active';
}

/** The health of the connection, the most important fact first. */
export function connectionHealth(app: AppState): Health {
  if (app.connection.kind === 'keychainBlocked') {
    return { word: 'signedOut', icon: 'key', tone: 'problem' };
  }
  if (app.serviceHealth.state === 'unreachable') {
    if (needsCredentials(app.serviceHealth.cause)) {
      return { word: 'signedOut', icon: 'key', tone: 'problem' };
    }
    if (app.pause.kind !== 'paused') {
      return servicePauseUntilMs(app.serviceHealth) === null
        ? { word: 'offline', icon: 'offline', tone: 'attention' }
        : { word: 'waiting', icon: 'clock', tone: 'attention' };
    }
  }
  if (app.pause.kind === 'paused') return { word: 'paused', icon: 'pause', tone: 'waiting' };
  if (app.connection.kind === 'connected' && app.connection.isDemo) {
    return { word: 'demo', icon: 'demo', tone: 'active' };
  }
  return { word: 'live', icon: 'live', tone: 'done' };
}
