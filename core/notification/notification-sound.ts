/** The sounds that Waybell plays itself, because Electron names no sound of the system but on macOS. */
export const ownSounds = ['soft', 'rising', 'falling'] as const;

export type OwnSound = (typeof ownSounds)[number];

/**
 * What may be heard with a notification: nothing, the system's own sound, which the system keeps back while
 * its do-not-disturb is on, or one that Waybell plays itself, which is heard then too.
 */
export const notificationSounds = ['none', 'system', ...ownSounds] as const;

export type NotificationSound = (typeof notificationSounds)[number];

/** The sound as one that Waybell plays itself; null when nothing is heard or the system plays. */
export function ownSound(sound: NotificationSound): OwnSound | null {
  return ownSounds.find((own) => own === sound) ?? null;
}

/** The system's sound where something is heard. Nothing else was meant before there was a choice. */
export function systemSound(isHeard: boolean): NotificationSound {
  return isHeard ? 'system' : 'none';
}

/**
 * How far the page that plays a sound is. It says so by the fragment of its address, because it has no preload
 * and no other way out.
 */
export const soundSigns = { playing: '#playing', played: '#played', failed: '#failed' } as const;
