import type { BridgeAnswer, HandlersOf } from '../../../core/bridge/bridge.ts';
import type { Localisation } from '../../../core/text/language.ts';
import { daySummaryCsv, isoDate } from '../../../core/board/day-summary-text.ts';
import {
  type DayRecords,
  daySpan,
  daySummary,
  type DaySummary,
  type SummaryDay,
} from '../../../core/board/day-summary.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';
import type { DayReader } from './ports.ts';
import type { SettingsService } from './settings-service.ts';

/** What {@link DaySummaries} are made of. */
export interface DaySummaryParts {
  readonly history: DayReader;
  readonly watch: Pick<Watch, 'archivedSince' | 'list'>;
  readonly settings: Pick<SettingsService, 'current'>;
  readonly clock: Pick<Clock, 'nextTurn' | 'wallMs'>;
  readonly localisation: Localisation;
  /** Saves a text where the dispatcher says. */
  readonly save: (suggestedName: string, text: string) => Promise<BridgeAnswer<'day:save-csv'>>;
}

/** Without it Excel takes the letters for those of another alphabet. */
const byteOrderMark = '\uFEFF';

/** Sums up a day from what is stored of it and from the orders as they are. */
export class DaySummaries {
  readonly #parts: DaySummaryParts;

  constructor(parts: DaySummaryParts) {
    this.#parts = parts;
  }

  get handlers(): HandlersOf<'day'> {
    return {
      'day:summary': async ({ day }) => ({ ok: true, value: await this.#of(day) }),
      'day:save-csv': ({ day }) => this.#save(day),
    };
  }

  /** Reads in turns, so that checks and the window go on meanwhile. */
  async #of(day: SummaryDay): Promise<DaySummary> {
    const { clock, history, settings, watch } = this.#parts;
    const nowMs = clock.wallMs();
    const span = daySpan(day, nowMs);
    const updates: DayRecords['updates'][number][] = [];
    for (const part of history.dayUpdates(span)) {
      updates.push(...part);
      await clock.nextTurn();
    }
    const orders = [...watch.list()];
    for (const part of watch.archivedSince(span.startMs)) {
      orders.push(...part);
      await clock.nextTurn();
    }
    const records = {
      updates,
      courierWaitsMs: history.courierWaitsMs(span),
      stays: history.stays(span),
    };
    return daySummary(day, nowMs, settings.current.historyDays, orders, records);
  }

  async #save(day: SummaryDay): Promise<BridgeAnswer<'day:save-csv'>> {
    const { localisation, save, settings } = this.#parts;
    const summary = await this.#of(day);
    const csv = daySummaryCsv(summary, settings.current.priceUnit, localisation.current.language);
    return save(`waybell-day-${isoDate(summary.startMs)}.csv`, `${byteOrderMark}${csv}`);
  }
}
