import type { OwnSound } from '../../core/notification/notification-sound.ts';

/** One struck tone. */
interface Tone {
  readonly frequencyHz: number;
  readonly startsAtSeconds: number;
  /** Until it has died away. */
  readonly lastsSeconds: number;
}

/**
 * The sounds, told apart by how many tones there are, where they go, and how fast: E5 alone; up a fifth
 * from A4; down in thirds from C6.
 */
const tones: Readonly<Record<OwnSound, readonly Tone[]>> = {
  soft: [{ frequencyHz: 659, startsAtSeconds: 0, lastsSeconds: 0.9 }],
  rising: [
    { frequencyHz: 440, startsAtSeconds: 0, lastsSeconds: 0.35 },
    { frequencyHz: 659, startsAtSeconds: 0.22, lastsSeconds: 0.6 },
  ],
  falling: [
    { frequencyHz: 1047, startsAtSeconds: 0, lastsSeconds: 0.3 },
    { frequencyHz: 831, startsAtSeconds: 0.17, lastsSeconds: 0.3 },
    { frequencyHz: 659, startsAtSeconds: 0.34, lastsSeconds: 0.6 },
  ],
};

/** A tone comes up this fast: at once would click. */
const attackSeconds = 0.012;
/** Two tones may overlap, and each has an overtone: together they stay below 1. */
const peakGain = 0.32;
/** What the octave above adds, for small loudspeakers, which hardly play the tone itself. */
const overtoneGain = 0.25;
/** Where a falling exponential counts as silent. */
const silentGain = 0.0005;

/**
 * Plans a sound in an audio context.
 *
 * @param startsAtSeconds by the clock of the context
 * @returns when it has died away, in seconds by the clock of the context
 */
export function planSound(
  context: BaseAudioContext,
  sound: OwnSound,
  startsAtSeconds: number,
): number {
  const ends = tones[sound].map((tone) => {
    const from = startsAtSeconds + tone.startsAtSeconds;
    strike(context, tone.frequencyHz, peakGain, from, tone.lastsSeconds);
    strike(context, tone.frequencyHz * 2, peakGain * overtoneGain, from, tone.lastsSeconds / 2);
    return from + tone.lastsSeconds;
  });
  return Math.max(...ends);
}

function strike(
  context: BaseAudioContext,
  frequencyHz: number,
  gain: number,
  from: number,
  lastsSeconds: number,
): void {
  const source = new OscillatorNode(context, { frequency: frequencyHz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(gain, from + attackSeconds);
  volume.gain.exponentialRampToValueAtTime(silentGain, from + lastsSeconds);
  source.connect(volume).connect(context.destination);
  source.start(from);
  source.stop(from + lastsSeconds);
}
