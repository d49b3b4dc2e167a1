/**
 * Asks again until the answer is there, for facts that another process makes true: a window, a
 * notification daemon, a panel. The bound only says when to give up; nothing is asserted about time.
 *
 * @throws Error naming `what` when the bound is reached
 */
export async function eventually<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false | null> | Answer | undefined | false | null,
  givesUpAfterMs = 30_000,
): Promise<Answer> {
  const givesUpAtMs = performance.now() + givesUpAfterMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false && answer !== null) return answer;
    if (performance.now() > givesUpAtMs) throw new Error(`gave up waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
