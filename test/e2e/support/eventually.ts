type Answered<Answer> = Answer | undefined | false | null;

/** A question is repeated after this time, because its answer may be lost between the processes. */
const lostAfterMs = 10_000;
const pauseMs = 40;

/**
 * Repeats a question until it is answered, for facts that depend on another process: a window, a
 * notification daemon, a panel. The bound is only a time limit.
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
