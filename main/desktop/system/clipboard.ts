import { createHash } from 'node:crypto';
import type { HandlersOf } from '../../../core/bridge/bridge.ts';
import { findOrderIdsInTurns } from '../../../core/paste/find-order-ids.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Clock } from '../../../core/clock.ts';

/** The system's clipboard; fits Electron's. */
export interface SystemClipboard {
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
}

/** The longest text that is searched for uuids, in characters; no list of orders is longer. */
export const longestClipboard = 2_000_000;

/** A longer text is not looked at unasked, which would hold everything else up: five thousand lines of uuids. */
export const longestUnasked = 200_000;

/** Why the clipboard is looked at: the window came to the front, the key was pressed, the tray's menu opens. */
type LookReason = 'front' | 'key' | 'tray';

/** How long personal data that was copied here stays on the clipboard. */
const personalForMs = 60_000;

/**
 * The clipboard as the window uses it. Personal data is taken off it again a minute later, if it is
 * still there, or at the end of the program. Uuids on it are offered when the dispatcher chose so. What
 * is read is kept nowhere: only a digest remembers that it was offered once.
 */
export class ClipboardService {
  readonly #system: SystemClipboard;
  readonly #settings: { readonly current: Pick<Settings, 'offersClipboard'> };
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'defect'>;
  #cancelClearing: (() => void) | null = null;
  /** The personal data that is to be taken off the clipboard; null when there is none. */
  #personal: string | null = null;
  /** Of the text that was looked at last to be offered, or that Waybell itself wrote since. */
  #offeredDigest = '';
  readonly #lookCounts: Record<LookReason, number> = { front: 0, key: 0, tray: 0 };

  constructor(
    system: SystemClipboard,
    settings: { readonly current: Pick<Settings, 'offersClipboard'> },
    clock: Clock,
    log: Pick<Log, 'defect'>,
  ) {
    this.#system = system;
    this.#settings = settings;
    this.#clock = clock;
    this.#log = log;
  }

  get handlers(): HandlersOf<'clipboard'> {
    return {
      'clipboard:write': async ({ text, isPersonal }) => {
        await this.#write(text, isPersonal === true);
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

  /**
   * The text on the clipboard with its uuids, read in turns. Null for one that is longer or not wanted, and where a
   * newer look for the same reason came meanwhile: that one answers.
   */
  async look(
    reason: LookReason,
    longest: number,
    isWanted: (text: string) => boolean = () => true,
  ): Promise<{ readonly text: string; readonly ids: readonly OrderId[] } | null> {
    const count = (this.#lookCounts[reason] += 1);
    const text = await this.#system.readText();
    if (text.length > longest || !isWanted(text)) return null;
    const { found } = await findOrderIdsInTurns(text, null, this.#clock);
    return count === this.#lookCounts[reason] ? { text, ids: found.map(({ id }) => id) } : null;
  }

  /** Puts a text that holds no personal data on the clipboard. */
  async copy(text: string): Promise<void> {
    try {
      await this.#write(text, false);
    } catch (error) {
      this.#log.defect('clipboardNotWritten', error);
    }
  }

  /** A text that Waybell itself wrote is never offered. */
  async #write(text: string, isPersonal: boolean): Promise<void> {
    this.#forgetPlan();
    this.#offeredDigest = digest(text);
    if (isPersonal) {
      this.#personal = text;
      this.#cancelClearing = this.#clock.schedule(() => void this.#clear(text), personalForMs);
    }
    await this.#system.writeText(text);
  }

  async #clear(text: string): Promise<void> {
    this.#forgetPlan();
    try {
      if ((await this.#system.readText()) === text) await this.#system.writeText('');
    } catch (error) {
      this.#log.defect('clipboardNotCleared', error);
    }
  }

  async #offer(): Promise<string | null> {
    if (!this.#settings.current.offersClipboard) return null;
    const known = this.#offeredDigest;
    try {
      const seen = await this.look(
        'front',
        longestUnasked,
        (text) => text !== '' && digest(text) !== known,
      );
      // Turned off meanwhile, or Waybell itself wrote a text over it.
      const isLate = !this.#settings.current.offersClipboard || this.#offeredDigest !== known;
      if (seen === null || isLate) return null;
      this.#offeredDigest = digest(seen.text);
      return seen.ids.length > 0 ? seen.text : null;
    } catch (error) {
      this.#log.defect('clipboardNotRead', error);
      return null;
    }
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
