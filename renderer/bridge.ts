import type { BridgeFailure, WaybellBridge } from '../core/bridge/bridge.ts';
import { requestChannels } from '../core/bridge/channels.ts';
import { refusalTextsIn } from '../core/bridge/refusal-texts.ts';
import { languages } from '../core/text/language.ts';
import type { Result } from '../core/text/result.ts';

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

/** The same bridge, but a request that fails because main has ended is answered with a failure. */
export function answering(bridge: WaybellBridge): WaybellBridge {
  const requests = Object.keys(requestChannels).map((name) => {
    const ask = bridge[name as keyof typeof requestChannels] as (
      input?: unknown,
    ) => Promise<Result<unknown, BridgeFailure>>;
    const answered = (input?: unknown) =>
      ask(input).catch(() => ({ ok: false, failure: unanswered() }));
    return [name, answered];
  });
  return { ...bridge, ...Object.fromEntries(requests) };
}

/** The failure when main has ended, in the present language of the document. */
function unanswered(): BridgeFailure {
  const { lang } = globalThis.document?.documentElement ?? { lang: 'en' };
  const language = languages.find((each) => each === lang) ?? 'en';
  return { code: 'internal-error', message: refusalTextsIn[language].unanswered };
}
