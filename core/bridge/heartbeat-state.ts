/** The longest address of a monitor: keychains keep little more. */
export const longestHeartbeatUrl = 1000;

/** What stands in the way of a heartbeat. */
export type HeartbeatTrouble =
  /** The keychain does not give the address. */
  | 'keychain'
  /** The monitor cannot be reached, or refuses the beats. */
  | 'notAccepted'
  /** Waybell does not count as checking at present, so it sends none. */
  | 'withheld';

/** Whether a monitor hears from this desk. Its address goes in and never comes out. */
export type HeartbeatState =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'on';
      /** When the monitor accepted a beat last; null before the first. */
      readonly acceptedAtMs: number | null;
      readonly trouble: HeartbeatTrouble | null;
    };
