import type { OwnSound } from '../../../core/notification/notification-sound.ts';
import type { SoundPlayer } from '../../../main/engine/notify/ports.ts';

/** The sounds that were asked for as a list, on a computer that can be unable to play any. */
export class RecordingSounds implements SoundPlayer {
  readonly played: OwnSound[] = [];
  canPlay = true;

  async play(sound: OwnSound): Promise<boolean> {
    this.played.push(sound);
    return this.canPlay;
  }
}
