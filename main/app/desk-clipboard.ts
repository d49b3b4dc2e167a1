import { createHash } from 'node:crypto';
import { findOrderIds } from '../../core/paste/find-order-ids.ts';
import type { BridgeHandlers } from '../desktop/bridge/bridge-server.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../watch/clock.ts';

/** What the clipboard is reached by. */
export interface ClipboardParts {
  readonly readClipboard: () => Promise<string>;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** Whether the dispatcher chose to be offered what is on the clipboard. */
  readonly isOffering: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** More than any list of orders: what is longer was not copied to be watched. */
export const longestClipboard = 2_000_000;

/** How long personal data that was copied here stays on the clipboard. */
const personalForMs = 60_000;

/**
 * The clipboard as the window uses it. Personal data is taken off it again a minute later, if it is
 * still there, or at the end of the program; uuids on it are offered when the dispatcher chose so. What is read is kept nowhere:
 * only a digest remembers that it was offered once.
 */
export class DeskClipboard {
  readonly #parts: ClipboardParts;
  #cancelClearing: (() => void) | null = null;
  /** What is to be taken off; null when nothing is. */
  #personal: string | null = null;
  #offeredDigest = '';

  constructor(parts: ClipboardParts) {
    this.#parts = parts;
  }

  get handlers(): Pick<BridgeHandlers, 'clipboard:write' | 'clipboard:offer'> {
    return {
      'clipboard:write': async ({ text, isPersonal }) => {
        await this.write(text, isPersonal === true);
        return { ok: true, value: null };
      },
      'clipboard:offer': async () => ({ ok: true, value: await this.#offer() }),
    };
  }

  /** The program ends: personal data that is still there is taken off now, as no minute will pass. */
  async stop(): Promise<void> {
    const text = this.#personal;
    this.#forgetPlan();
    if (text !== null) await this.#clear(text);
  }

  #forgetPlan(): void {
    this.#cancelClearing?.();
    this.#cancelClearing = null;
    this.#personal = null;
  }

  /** What is written here is never offered. */
  async write(text: string, isPersonal: boolean): Promise<void> {
    const { clock, writeClipboard } = this.#parts;
    this.#forgetPlan();
    this.#offeredDigest = digest(text);
    if (isPersonal) {
      this.#personal = text;
      this.#cancelClearing = clock.schedule(() => void this.#clear(text), personalForMs);
    }
    await writeClipboard(text);
  }

  async #clear(text: string): Promise<void> {
    const { log, readClipboard, writeClipboard } = this.#parts;
    this.#forgetPlan();
    try {
      if ((await readClipboard()) === text) await writeClipboard('');
    } catch (error) {
      log.defect('clipboardNotCleared', error);
    }
  }

  async #offer(): Promise<string | null> {
    const { isOffering, log, readClipboard } = this.#parts;
    if (!isOffering()) return null;
    try {
      const text = await readClipboard();
      if (text === '' || text.length > longestClipboard) return null;
      const found = digest(text);
      if (found === this.#offeredDigest) return null;
      this.#offeredDigest = found;
      return findOrderIds(text).found.length > 0 ? text : null;
    } catch (error) {
      log.defect('clipboardNotRead', error);
      return null;
    }
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
