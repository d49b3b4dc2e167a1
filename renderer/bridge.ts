import type { BridgeAnswer, BridgeFailure, WaybellBridge } from '../core/bridge/bridge.ts';
import type { RequestChannel } from '../core/bridge/channels.ts';
import { languages } from '../core/text/language.ts';
import { refusalWordsIn } from '../core/bridge/refusal-words.ts';

declare global {
  interface Window {
    /** Put here by the preload, frozen. Only this file may touch it. */
    readonly waybell?: WaybellBridge;
  }
}

/**
 * The way to the main process.
 *
 * @throws Error when the preload did not run: without it the window can do nothing at all
 */
export function windowBridge(): WaybellBridge {
  const bridge = window.waybell;
  if (!bridge) throw new Error('The preload did not offer window.waybell.');
  return bridge;
}

/** Nobody answered: there is no main process that could say so in its words. */
function unanswered(): BridgeFailure {
  const { lang } = globalThis.document?.documentElement ?? { lang: 'en' };
  const language = languages.find((each) => each === lang) ?? 'en';
  return { code: 'internal-error', message: refusalWordsIn[language].unanswered };
}

/** The answer to a request, also when the main process went away while it was being asked. */
export async function answerOf<Channel extends RequestChannel>(
  request: Promise<BridgeAnswer<Channel>>,
): Promise<BridgeAnswer<Channel>> {
  try {
    return await request;
  } catch {
    return { ok: false, failure: unanswered() };
  }
}
