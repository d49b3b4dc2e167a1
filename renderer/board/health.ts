import type { DeskState } from '../../core/bridge/board.ts';
import { needsCredentials } from '../../core/delivery/delivery-failure.ts';
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
export function connectionHealth(desk: DeskState): Health {
  if (desk.connection.kind === 'keychainBlocked') {
    return { word: 'signedOut', icon: 'key', tone: 'problem' };
  }
  if (desk.serviceHealth.state === 'unreachable') {
    if (needsCredentials(desk.serviceHealth.cause)) {
      return { word: 'signedOut', icon: 'key', tone: 'problem' };
    }
    if (desk.pause.kind !== 'paused') {
      return desk.serviceHealth.cause === 'rate-limited'
        ? { word: 'waiting', icon: 'clock', tone: 'attention' }
        : { word: 'offline', icon: 'offline', tone: 'attention' };
    }
  }
  if (desk.pause.kind === 'paused') return { word: 'paused', icon: 'pause', tone: 'waiting' };
  if (desk.connection.kind === 'connected' && desk.connection.isDemo) {
    return { word: 'demo', icon: 'demo', tone: 'active' };
  }
  return { word: 'live', icon: 'live', tone: 'done' };
}
