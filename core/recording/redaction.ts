import { defaultSettings, type Settings } from '../settings/settings.ts';
import { notificationPages } from '../settings/settings-pages.ts';
import { settingRows } from '../settings/settings-table.ts';
import {
  type Notification,
  type NotificationOutcome,
  notificationKinds,
  notificationLevels,
} from '../notification/notification.ts';
import { redactedKey } from '../notification/notification-key.ts';
import { plainName, plainPhone } from '../order/courier-identity.ts';
import type { FinishedJourney } from '../forecast/journey.ts';
import type { GeoPoint } from '../order/order.ts';
import type { OrderId } from '../order/order-id.ts';
import { attentionReasons } from '../watch/attention-reasons.ts';
import type { RecordedOrder, Situation } from './recorded-state.ts';
import { isTimeZone } from '../text/time-zone.ts';
import { rotationOfGlobe } from './rotation.ts';

/*
 * What a recording says without what it says about people: every text is replaced by a pseudonym unless it
 * stands in a place that is named here, where only words of our own stand. A field that is new is so replaced
 * until it is named. Equal texts get equal pseudonyms, so that every comparison comes out as before; positions
 * are turned together about the centre of the earth, so that every distance stays. Times, amounts and counts
 * stay.
 */

/** What a text in a place is. `word`: one of our own, which stays. A place without a name holds free text. */
type Place = 'word' | 'reason' | 'name' | 'phone' | 'orderId' | 'currency' | 'locale' | 'timeZone';

/** The places of an object by its fields; those of a list are those of each item. */
interface Places {
  readonly [field: string]: Place | Places;
}

const identity: Places = { name: 'name', phoneNumber: 'phone' };

const order: Places = {
  watched: {
    id: 'orderId',
    origin: { kind: 'word' },
    order: {
      id: 'orderId',
      status: { phase: 'word' },
      courier: identity,
      price: { currency: 'currency' },
    },
    courierTrace: { insideStop: 'word', claimedStop: 'word' },
    journey: { stage: 'word' },
    flags: { turnover: { couriers: identity } },
    problem: { code: 'word' },
    acknowledged: { reason: 'word' },
    team: { handled: { claims: { reason: 'reason' } } },
  },
  archiveChoice: 'word',
  found: {
    source: 'word',
    kinds: 'word',
    move: { meaning: 'word', nextStop: { stop: 'word' } },
    endedStay: { stop: 'word' },
  },
};

const situation: Places = {
  activity: 'word',
  settings: {
    ...wordsOf(defaultSettings),
    toldKinds: Object.fromEntries(
      notificationKinds.map((kind) => [kind, { level: 'word', sound: 'word' }]),
    ),
    quietHours: { timeZone: 'timeZone' },
    groupRules: Object.fromEntries(notificationLevels.map((level) => [level, 'word' as const])),
  },
  speech: { language: 'word', locale: 'locale' },
  timeZone: 'timeZone',
  serviceHealth: { state: 'word', cause: 'word' },
  pause: { kind: 'word' },
  passedOn: 'orderId',
};

/** Settings that are one word are one of a list. */
function wordsOf(settings: Settings): Places {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, 'word' as const]] : [],
    ),
  );
}

/** The settings on which decisions about notifications depend. */
const deciding: ReadonlySet<string> = new Set([
  ...[...settingRows].flatMap(([name, { page }]) =>
    page !== null && notificationPages.has(page) ? [name] : [],
  ),
  'notificationsMutedUntilMs',
  'priceUnit',
]);

const reasons: ReadonlySet<string> = new Set(attentionReasons);

/** Of an unknown currency ISO 4217 says that it is none. */
const noCurrency = 'XXX';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Language, script and region: whatever else a locale may say is left out. */
const plainLocale = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** Pseudonyms for the values of a kind, numbered from 1 in the order in which they come. */
class Pseudonyms {
  readonly #known = new Map<string, number>();

  of(value: string): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const no = this.#known.size + 1;
    this.#known.set(value, no);
    return no;
  }
}

/** Pseudonyms for texts that are compared in a plain form; spellings of the same one stay apart. */
class SpelledPseudonyms {
  readonly #plain: (text: string) => string;
  readonly #all = new Pseudonyms();
  readonly #spellings = new Map<string, Pseudonyms>();

  constructor(plain: (text: string) => string) {
    this.#plain = plain;
  }

  /** @returns the number of the plain form, 0 for one that is empty, and the number of the spelling */
  of(text: string): readonly [no: number, spelling: number] {
    const plain = this.#plain(text);
    const spellings = this.#spellings.get(plain) ?? new Pseudonyms();
    this.#spellings.set(plain, spellings);
    return [plain === '' ? 0 : this.#all.of(plain), spellings.of(text)];
  }
}

/** Makes what was recorded hold nothing about people and places. One serves for all of a recording. */
export class Redactor {
  readonly #texts = new Pseudonyms();
  readonly #orderIds = new Pseudonyms();
  readonly #names = new SpelledPseudonyms(plainName);
  readonly #phones = new SpelledPseudonyms(plainPhone);
  readonly #rotated: (point: GeoPoint) => GeoPoint;

  /** @param random gives numbers from 0 to 1, without 1: they turn the globe */
  constructor(random: () => number) {
    this.#rotated = rotationOfGlobe(random);
  }

  order(recorded: RecordedOrder): RecordedOrder {
    return this.#redacted(recorded, order);
  }

  orderId(id: OrderId): OrderId {
    return this.#redacted(id, 'orderId');
  }

  /** Settings on which nothing depends here, such as addresses and colours, are those of a new profile. */
  situation(recorded: Situation): Situation {
    const redacted = this.#redacted(recorded, situation);
    const kept = Object.entries(redacted.settings).filter(([name]) => deciding.has(name));
    return { ...redacted, settings: { ...defaultSettings, ...Object.fromEntries(kept) } };
  }

  /** Its group as orders have it. */
  journey(journey: FinishedJourney): FinishedJourney {
    return this.#redacted(journey, { id: 'orderId', stage: 'word' });
  }

  /** What was decided, without its words. */
  notification<Decided extends Omit<Notification, 'texts' | 'sound'>>(decided: Decided): Decided {
    const key = redactedKey(decided.key, (part) =>
      part === decided.orderId ? this.#orderId(part) : this.#plain(part),
    );
    const places: Places = { orderId: 'orderId', event: 'word', key: 'word' };
    return this.#redacted({ ...decided, key }, places);
  }

  /** Why the system did not show something is in its own words. */
  outcome(outcome: NotificationOutcome | null): NotificationOutcome | null {
    const isOwn = outcome?.kind !== 'failed';
    return this.#redacted(outcome, isOwn ? { kind: 'word', reason: 'word' } : { kind: 'word' });
  }

  #redacted<Value>(value: Value, places: Place | Places | undefined): Value {
    return this.#pseudonymized(value, places) as Value;
  }

  #pseudonymized(value: unknown, place: Place | Places | undefined): unknown {
    if (typeof value === 'string') {
      return this.#text(value, typeof place === 'string' ? place : undefined);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#pseudonymized(item, place));
    const places = typeof place === 'object' ? place : {};
    const redacted = Object.entries(value).map(
      ([field, each]) => [field, this.#pseudonymized(each, places[field])] as const,
    );
    return { ...Object.fromEntries(redacted), ...(isPoint(value) && this.#rotated(value)) };
  }

  #text(text: string, place: Place | undefined): string {
    switch (place) {
      case 'word':
        return text;
      case 'reason':
        // A hub of another version may say other words.
        return reasons.has(text) ? text : this.#plain(text);
      case 'name': {
        const [no, spelling] = this.#names.of(text);
        // Blanks do not count where names are compared.
        return no === 0 ? ' '.repeat(spelling) : `courier${' '.repeat(spelling)}${no}`;
      }
      case 'phone': {
        const [no, spelling] = this.#phones.of(text);
        return `${no === 0 ? '' : String(no).padStart(10, '0')}${' '.repeat(spelling)}`;
      }
      case 'orderId':
        return this.#orderId(text);
      case 'currency':
        return currencies.has(text) ? text : noCurrency;
      case 'locale':
        return plainLocale.test(text) ? text : 'en';
      case 'timeZone':
        return isTimeZone(text) ? text : 'UTC';
      case undefined:
        return this.#plain(text);
    }
  }

  #plain(text: string): string {
    return text === '' ? '' : `text ${this.#texts.of(text)}`;
  }

  #orderId(id: string): string {
    return `${String(this.#orderIds.of(id)).padStart(8, '0')}-0000-4000-8000-000000000000`;
  }
}

function isPoint(value: object): value is GeoPoint {
  return 'latitudeDeg' in value && 'longitudeDeg' in value;
}
