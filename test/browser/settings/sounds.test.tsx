import { describe, expect, test } from 'vitest';
import { type OwnSound, ownSounds } from '../../../core/notification/notification-sound.ts';
import { planSound } from '../../../renderer/sound/tones.ts';

const rateHz = 24_000;
const windowSeconds = 0.08;

/** A sound as it is played, one number a sample. */
async function rendered(sound: OwnSound) {
  const context = new OfflineAudioContext(1, rateHz * 3, rateHz);
  const endsAtSeconds = planSound(context, sound, 0);
  const buffer = await context.startRendering();
  return { endsAtSeconds, samples: buffer.getChannelData(0) };
}

/** The frequency that is strongest in a window of the sound, in hertz: by how often it crosses zero. */
function heardHz(samples: Float32Array, fromSeconds: number): number {
  const from = Math.round(fromSeconds * rateHz);
  const window = samples.subarray(from, from + Math.round(windowSeconds * rateHz));
  let crossings = 0;
  for (let at = 1; at < window.length; at += 1) {
    if ((window[at - 1] ?? 0) < 0 && (window[at] ?? 0) >= 0) crossings += 1;
  }
  return crossings / windowSeconds;
}

describe.each(ownSounds)('the sound %s', (sound) => {
  test('is loud enough, never distorted, and has died away within a second and a half', async () => {
    const { endsAtSeconds, samples } = await rendered(sound);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.25);
    expect(peak).toBeLessThan(0.95);
    expect(endsAtSeconds).toBeLessThan(1.5);
    const rest = samples.subarray(Math.ceil(endsAtSeconds * rateHz));
    expect(rest.every((sample) => sample === 0)).toBe(true);
  });

  test('begins and ends without a click: no sample jumps', async () => {
    const { endsAtSeconds, samples } = await rendered(sound);
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.01);
    const last = samples[Math.floor(endsAtSeconds * rateHz) - 1] ?? 1;
    expect(Math.abs(last)).toBeLessThan(0.01);
  });
});

function heardAt(
  played: { readonly samples: Float32Array } | undefined,
  ...seconds: readonly number[]
): readonly number[] {
  return seconds.map((second) => heardHz(played?.samples ?? new Float32Array(), second));
}

test('the sounds are one tone, two that rise and three that fall', async () => {
  const [soft, rising, falling] = await Promise.all(ownSounds.map(rendered));
  const [early = 0, late = 0] = heardAt(soft, 0.05, 0.6);
  expect(Math.abs(early - late)).toBeLessThan(30);
  const [low = 0, high = 0] = heardAt(rising, 0.05, 0.4);
  expect(high).toBeGreaterThan(low * 1.3);
  const [first = 0, second = 0, third = 0] = heardAt(falling, 0.05, 0.25, 0.55);
  expect(first).toBeGreaterThan(second * 1.15);
  expect(second).toBeGreaterThan(third * 1.15);
});
