import type { SaidPresence } from '../../../core/team/presence.ts';
import type { InputSource } from '../window/attendance.ts';

/** Without input for this long, no one is at the desk. */
const awayAfterSeconds = 5 * 60;

/** Who is at this computer, as the team is told. Where a system does not tell of input, a person always is. */
export function deskAttendance(
  screenLock: { readonly isLocked: boolean },
  input: InputSource,
): () => Pick<SaidPresence, 'state' | 'forMs'> {
  return () => {
    const idleSeconds = input.getSystemIdleTime();
    if (screenLock.isLocked) return { state: 'locked', forMs: 0 };
    return idleSeconds < awayAfterSeconds
      ? { state: 'here', forMs: 0 }
      : { state: 'away', forMs: idleSeconds * 1000 };
  };
}
