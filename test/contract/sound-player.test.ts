import { describe, expect, test } from 'vitest';
import { OwnSoundPlayer } from '../../main/desktop/notifications/sound-player.ts';
import type { SoundPlayer } from '../../main/engine/notify/ports.ts';
import { FakeSoundPages } from '../support/desktop/fake-sound-pages.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingSounds } from '../support/notify/recording-sounds.ts';

/** A player, and a way to make it unable to play. */
interface Subject {
  readonly player: SoundPlayer;
  readonly breakIt: () => void;
}

function recorded(): Subject {
  const player = new RecordingSounds();
  return { player, breakIt: () => (player.canPlay = false) };
}

function inPages(): Subject {
  const pages = new FakeSoundPages();
  pages.playsAtOnce = true;
  const player = new OwnSoundPlayer({
    open: pages.open,
    clock: new FakeClock(),
    failed: () => undefined,
  });
  return { player, breakIt: () => (pages.isBroken = true) };
}

describe.each([
  ['that records', recorded],
  ['that opens pages', inPages],
])('a sound player %s', (_where, open) => {
  test('says that a sound began', async () => {
    expect(await open().player.play('soft')).toBe(true);
  });

  test('says that it could not be played, and does not throw', async () => {
    const { breakIt, player } = open();
    breakIt();
    expect(await player.play('falling')).toBe(false);
  });
});
