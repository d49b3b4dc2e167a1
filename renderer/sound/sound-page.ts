import { ownSounds, soundSigns } from '../../core/notification/notification-sound.ts';
import { planSound } from './tones.ts';

/*
 * The page that plays one sound and says by the fragment of its address how far it is. The sound is made here, from a few tones:
 * no file is loaded, so the policy of the window's page holds for it unchanged.
 */

/** A loudspeaker that was asleep swallows the beginning. */
const leadSeconds = 0.05;

async function play(): Promise<void> {
  const name = new URLSearchParams(location.search).get('sound');
  const sound = ownSounds.find((own) => own === name);
  if (sound === undefined) throw new Error('There is no such sound.');
  const context = new AudioContext();
  context.addEventListener('error', failed);
  await context.resume();
  const endsAtSeconds = planSound(context, sound, context.currentTime + leadSeconds);
  say('playing');
  // Behind the last tone, so that its end is the end of the sound.
  const end = new ConstantSourceNode(context, { offset: 0 });
  end.connect(context.destination);
  end.addEventListener('ended', () => {
    say('played');
  });
  end.start();
  end.stop(endsAtSeconds);
}

function say(sign: keyof typeof soundSigns): void {
  history.replaceState(null, '', soundSigns[sign]);
}

function failed(): void {
  say('failed');
}

play().catch(failed);
