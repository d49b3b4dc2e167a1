import { expect, test } from 'vitest';
import type { OwnSound } from '../../../../../core/notification/notification-sound.ts';
import { OwnSoundPlayer } from '../../../../../main/desktop/notifications/sound-player.ts';
import { FakeSoundPages } from '../../../../support/desktop/fake-sound-pages.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

function bench() {
  const pages = new FakeSoundPages();
  const clock = new FakeClock();
  let failures = 0;
  const player = new OwnSoundPlayer({ open: pages.open, clock, failed: () => (failures += 1) });
  const answers: string[] = [];
  const play = async (sound: OwnSound) => {
    void player.play(sound).then((hasBegun) => answers.push(`${sound} ${hasBegun}`));
    await clock.advance(0);
  };
  return {
    pages,
    clock,
    answers,
    play,
    get failures() {
      return failures;
    },
  };
}

test('a page is made for a sound, and ended when the sound is over: nothing stays', async () => {
  const { answers, clock, pages, play } = bench();
  await play('soft');
  expect(pages.opened.map(({ sound }) => sound)).toEqual(['soft']);
  expect(answers).toEqual([]);
  pages.last.events.playing();
  await clock.advance(0);
  expect([answers, pages.last.isClosed]).toEqual([['soft true'], false]);
  pages.last.events.over();
  expect(pages.last.isClosed).toBe(true);
  expect(clock.waitingTimers).toBe(0);
});

test('sounds that come together are heard one after the other, and one that waits already only once', async () => {
  const { answers, clock, pages, play } = bench();
  for (const sound of ['soft', 'falling', 'rising', 'falling'] as const) await play(sound);
  expect(pages.opened).toHaveLength(1);
  for (let turn = 1; turn <= 3; turn += 1) {
    expect(pages.opened).toHaveLength(turn);
    pages.last.events.playing();
    pages.last.events.over();
    await clock.advance(0);
  }
  expect(pages.opened.map(({ sound }) => sound)).toEqual(['soft', 'falling', 'rising']);
  expect(answers.toSorted()).toEqual(['falling true', 'falling true', 'rising true', 'soft true']);
});

test('one that is asked for while it plays is played again', async () => {
  const { clock, pages, play } = bench();
  await play('soft');
  pages.last.events.playing();
  await play('soft');
  pages.last.events.over();
  await clock.advance(0);
  expect(pages.opened.map(({ sound }) => sound)).toEqual(['soft', 'soft']);
});

test('a page that cannot be opened, that fails, or that says nothing for eight seconds did not play', async () => {
  const made = bench();
  const { answers, clock, pages, play } = made;
  pages.isBroken = true;
  await play('soft');
  expect(answers).toEqual(['soft false']);
  pages.isBroken = false;
  await play('rising');
  pages.last.events.over();
  await clock.advance(0);
  expect(answers).toEqual(['soft false', 'rising false']);
  await play('falling');
  await clock.advance(7999);
  expect([answers.length, pages.last.isClosed]).toEqual([2, false]);
  await clock.advance(1);
  expect([answers.at(-1), pages.last.isClosed]).toEqual(['falling false', true]);
  expect(made.failures).toBe(3);
  expect(clock.waitingTimers).toBe(0);
});

test('a page that never ends is ended, and the next sound is heard', async () => {
  const made = bench();
  const { answers, clock, pages, play } = made;
  await play('soft');
  pages.last.events.playing();
  await play('rising');
  await clock.advance(5000);
  expect(pages.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  pages.last.events.playing();
  await clock.advance(0);
  expect(answers).toEqual(['soft true', 'rising true']);
  expect(made.failures).toBe(0);
});
