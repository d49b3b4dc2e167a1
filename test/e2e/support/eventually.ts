type Answered<Answer> = Answer | undefined | false | null;

/** A question whose answer is lost between the processes is asked anew after so long. */
const lostAfterMs = 10_000;
const pauseMs = 40;

/**
 * Asks again until the answer is there, for facts that another process makes true: a window, a
 * notification daemon, a panel. The bound only says when to give up; nothing is asserted about time.
 *
 * @throws Error naming `what` when the bound is reached
 */
export async function eventually<Answer>(
  what: string,
  ask: () => Promise<Answered<Answer>> | Answered<Answer>,
  givesUpAfterMs = 30_000,
): Promise<Answer> {
  const givesUpAtMs = performance.now() + givesUpAfterMs;
  let unanswered = 0;
  for (;;) {
    const answer = await answerOf(ask);
    if (answer === lost) unanswered += 1;
    else if (answer !== undefined && answer !== false && answer !== null) return answer;
    if (performance.now() > givesUpAtMs) {
      throw new Error(`gave up waiting for: ${what} (${unanswered} questions without any answer)`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const lost = Symbol('no answer');

async function answerOf<Answer>(
  ask: () => Promise<Answered<Answer>> | Answered<Answer>,
): Promise<Answered<Answer> | typeof lost> {
  const { promise, resolve } = Promise.withResolvers<typeof lost>();
  const timer = setTimeout(() => resolve(lost), lostAfterMs);
  try {
    return await Promise.race([ask(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
