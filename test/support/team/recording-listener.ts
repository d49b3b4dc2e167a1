import type { HubStatus } from '../../../core/team/hub-status.ts';
import type { FollowedEntry, HubListener, LogPlace } from '../../../main/engine/team/ports.ts';

/** Follows a hub as a desk does, and keeps what it heard. */
export class RecordingListener implements HubListener {
  place: LogPlace = { logId: null, sequence: 0 };
  readonly received: FollowedEntry[] = [];
  readonly heard: ('opened' | 'gap' | 'away' | 'logGone' | 'revoked')[] = [];
  readonly statuses: HubStatus[] = [];

  opened(logId: string): void {
    this.heard.push('opened');
    this.place = { ...this.place, logId };
  }

  entries(entries: readonly FollowedEntry[]): void {
    this.received.push(...entries);
    const { sequence = this.place.sequence } = entries.at(-1) ?? {};
    this.place = { ...this.place, sequence };
  }

  status(status: HubStatus): void {
    this.statuses.push(status);
  }

  gap(): void {
    this.heard.push('gap');
    this.place = { logId: null, sequence: 0 };
  }

  away(isLogGone: boolean): void {
    this.heard.push(isLogGone ? 'logGone' : 'away');
  }

  revoked(): void {
    this.heard.push('revoked');
  }

  get sequences(): readonly number[] {
    return this.received.map(({ sequence }) => sequence);
  }

  get notes(): readonly (string | null | undefined)[] {
    return this.received.map(({ event }) => event.order?.note);
  }
}
