/** How long to wait at most, also on a busy machine. */
const patienceMs = 10_000;

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * The first element that fits a selector, once it is drawn.
 *
 * @throws Error when it is not drawn in time
 */
export async function onPage(selector: string): Promise<HTMLElement> {
  const givesUpAtMs = performance.now() + patienceMs;
  for (;;) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
    if (performance.now() > givesUpAtMs) throw new Error(`Never drawn: ${selector}`);
    await nextFrame();
  }
}

/**
 * Waits until everything is drawn: the same markup three frames in a row.
 *
 * @throws Error when it goes on changing
 */
export async function stillPage(): Promise<void> {
  const givesUpAtMs = performance.now() + patienceMs;
  let before = '';
  for (let same = 0; same < 3; await nextFrame()) {
    const now = document.body.innerHTML;
    same = now === before ? same + 1 : 0;
    before = now;
    if (performance.now() > givesUpAtMs) throw new Error('The page never stands still');
  }
}

/**
 * Waits until nothing fades or moves in any more. An animation that was cancelled, because its element
 * was drawn anew, is over too.
 */
export async function animationsEnded(): Promise<void> {
  await Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations === 1)
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) < 1000)
      .map((animation) => animation.finished),
  );
}
