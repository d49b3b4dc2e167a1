import type { Language } from '../text/language.ts';

/*
 * Words of the service that are no statuses. The contract leaves open which there are
 * (seeds/contract.md, 2.5): those seen at services of this kind have a translation, all others are shown
 * as received.
 */

const vehicles: readonly (readonly [words: string, chinese: string])[] = [
  ['motorcycle motorbike', '摩托車'],
  ['scooter', '小型摩托車'],
  ['bicycle bike', '自行車'],
  ['ebike electric_bicycle', '電動自行車'],
  ['walker walking on_foot foot', '步行'],
  ['car sedan private_car', '汽車'],
  ['suv', '休旅車'],
  ['mpv', '多功能休旅車'],
  ['taxi', '計程車'],
  ['van cargo_van minivan', '廂型車'],
  ['pickup pickup_truck', '皮卡車'],
  ['truck lorry', '貨車'],
  ['refrigerated_truck cold_truck', '冷藏車'],
];

const payments: readonly (readonly [words: string, chinese: string])[] = [
  ['cash cash_on_delivery cod', '現金'],
  ['credit_card card', '信用卡'],
  ['debit_card', '金融卡'],
  ['bank_transfer transfer', '銀行轉帳'],
  ['monthly monthly_settlement invoice', '月結'],
  ['account_credit credit credits', '帳戶餘額'],
  ['wallet prepaid_wallet prepaid', '預付錢包'],
  ['octopus', '八達通'],
  ['fps', '轉數快'],
];

/** A word of the service made readable: "prepaid wallet" for `prepaid_wallet`. */
function readableWord(word: string): string {
  return word.replaceAll('_', ' ').trim();
}

/** The letters and digits of a word, by which spellings are compared. */
function folded(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The Chinese of every known word. */
type Vocabulary = ReadonlyMap<string, string>;

function vocabularyOf(list: typeof vehicles): Vocabulary {
  return new Map(
    list.flatMap(([words, chinese]) =>
      words.split(' ').map((word) => [folded(word), chinese] as const),
    ),
  );
}

const knownVehicles = vocabularyOf(vehicles);
const knownPayments = vocabularyOf(payments);

function translated(word: string, language: Language, known: Vocabulary): string {
  return (language === 'zh-Hant' ? known.get(folded(word)) : undefined) ?? readableWord(word);
}

/** The kind of vehicle that was asked for: "motorcycle", 摩托車. */
export function vehicleText(word: string, language: Language): string {
  return translated(word, language, knownVehicles);
}

/** Whether the kind of vehicle is one of our list; any other is the service's own word. */
export function isKnownVehicle(word: string): boolean {
  return knownVehicles.has(folded(word));
}

/** How the order is paid: "credit card", 信用卡. */
export function paymentText(word: string, language: Language): string {
  return translated(word, language, knownPayments);
}

/** What a line of the price is called, and what else there is to say about it. */
export interface PriceLineName {
  readonly name: string | null;
  readonly more: string | null;
}

/**
 * The key of a price line and its reason without saying a thing twice: of `tunnel_fee` and "Tunnel fee",
 * or of `parking` and "Parking at the pier", the longer one says it all.
 */
export function priceLineName(key: string | null, reason: string | null): PriceLineName {
  const word = key === null ? '' : readableWord(key);
  const name = word === '' ? null : word.charAt(0).toUpperCase() + word.slice(1);
  if (name === null || reason === null) return { name: name ?? reason, more: null };
  if (folded(reason).includes(folded(name))) return { name: reason, more: null };
  return { name, more: folded(name).includes(folded(reason)) ? null : reason };
}
