import { changedPreferences } from '../../core/watch/order-preferences.ts';
import { defaultSettings, type Settings } from '../../core/settings/settings.ts';
import { mayNotify, type OrderUpdate } from '../../core/order/order-update.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { RecordedOrder, Situation } from '../../core/recording/recorded-state.ts';
import { newlyWatched } from '../../core/watch/newly-watched.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { parseOrder } from '../../core/wire/wire-order.ts';
import type { RecordedMoment, RecordedSpan } from '../../main/engine/recorder/ports.ts';
import { observed } from '../../main/engine/watch/observation.ts';
import { mergePatched, type Json } from '@waybell/simulator';
import { orderIdOf } from '../support/order-id-of.ts';
import { someSituation } from '../support/recorder/some-situation.ts';
import type { Moment } from './recording.ts';

/** The settings of the recorded day's dispatcher, with quiet hours in their own time zone. */
const daySettings: Settings = {
  ...defaultSettings,
  quietHours: { ...defaultSettings.quietHours, isOn: true, timeZone: 'Europe/Berlin' },
  lockedScreen: 'hold',
  remindEveryMinutes: 60,
};

/** A recorded day as the recorder would have written it. */
export function spanOfDay(day: readonly Moment[]): RecordedSpan {
  const fromMs = day[0]?.atMs ?? 0;
  const desk = new WrittenDay(fromMs);
  return {
    fromMs,
    situation: desk.situation,
    orders: [],
    moments: [day.map((moment) => desk.happened(moment))],
  };
}

class WrittenDay {
  situation: Situation;
  readonly #orders = new Map<OrderId, WatchedOrder>();
  readonly #answers = new Map<OrderId, Json>();

  constructor(fromMs: number) {
    this.situation = someSituation({ settings: daySettings, startedAtMs: fromMs });
  }

  happened(moment: Moment): RecordedMoment {
    const { atMs } = moment;
    switch (moment.kind) {
      case 'serviceHealth':
        return this.#situationNow(atMs, { serviceHealth: moment.serviceHealth });
      case 'screen':
        return this.#situationNow(atMs, { isScreenLocked: moment.isLocked });
      case 'woke':
        return this.#situationNow(atMs, { wokeAtMs: atMs });
      case 'watched': {
        const id = orderIdOf(moment.id);
        return this.#orderNow(atMs, newlyWatched(id, moment.label, atMs));
      }
      case 'answered':
      case 'muted':
      case 'seen':
      case 'snoozed': {
        const watched = this.#orders.get(orderIdOf(moment.id));
        if (watched === undefined) throw new Error(`${moment.id} was not watched`);
        return this.#happenedTo(watched, moment);
      }
    }
  }

  #happenedTo(
    watched: WatchedOrder,
    moment: Extract<Moment, { kind: 'answered' | 'muted' | 'seen' | 'snoozed' }>,
  ): RecordedMoment {
    const { atMs } = moment;
    switch (moment.kind) {
      case 'answered': {
        const answer = mergePatched(this.#answers.get(watched.id), moment.patch);
        this.#answers.set(watched.id, answer);
        const parsed = parseOrder(answer, watched.id);
        if (!parsed.ok) throw new Error(parsed.failure.detail);
        const found = observed(watched, parsed.value.order, atMs);
        return this.#orderNow(atMs, found.watched, found.update);
      }
      case 'muted':
        return this.#orderNow(atMs, { ...watched, isMuted: true });
      case 'seen':
        return this.#orderNow(atMs, { ...watched, unseenCount: 0, lastLookedAtMs: atMs });
      case 'snoozed': {
        const change = { snoozedUntilMs: atMs + 15 * 60_000 };
        const preferences = changedPreferences(watched.preferences, change);
        return this.#orderNow(atMs, { ...watched, preferences });
      }
    }
  }

  #situationNow(atMs: number, change: Partial<Situation>): RecordedMoment {
    this.situation = { ...this.situation, ...change };
    return { atMs, kind: 'situation', situation: this.situation };
  }

  #orderNow(
    atMs: number,
    watched: WatchedOrder,
    update: OrderUpdate | null = null,
  ): RecordedMoment {
    this.#orders.set(watched.id, watched);
    const order: RecordedOrder = { watched, isOpen: false };
    if (update === null || !mayNotify(update)) return { atMs, kind: 'order', order };
    const { changes: _shown, orderId: _same, seenAtMs: _dated, ...found } = update;
    return { atMs, kind: 'order', order: { ...order, found } };
  }
}
