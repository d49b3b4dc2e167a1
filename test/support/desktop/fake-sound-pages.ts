import type { OwnSound } from '../../../core/notification/notification-sound.ts';
import type {
  OpenSoundPage,
  SoundPageEvents,
} from '../../../main/desktop/notifications/sound-player.ts';

/** A page that plays a sound when the test says so. */
export interface FakeSoundPage {
  readonly sound: OwnSound;
  readonly events: SoundPageEvents;
  isClosed: boolean;
}

/** The pages that were opened to play sounds. */
export class FakeSoundPages {
  readonly opened: FakeSoundPage[] = [];
  /** Whether each begins to play as soon as it is open. */
  playsAtOnce = false;
  /** Whether no page can be opened at all. */
  isBroken = false;

  readonly open: OpenSoundPage = (sound, events) => {
    if (this.isBroken) throw new Error('no page can be opened');
    const page: FakeSoundPage = { sound, events, isClosed: false };
    this.opened.push(page);
    if (this.playsAtOnce) events.playing();
    return () => {
      page.isClosed = true;
    };
  };

  get last(): FakeSoundPage {
    const last = this.opened.at(-1);
    if (last === undefined) throw new Error('no page was opened');
    return last;
  }
}
