import type { Language } from '../text/language.ts';
import type { PasteCounts } from './find-order-ids.ts';

/** What of a text was not accepted as it stands. */
export interface PassedOver extends PasteCounts {
  /** Some of its characters could not be read: labels and groups with them are left out. */
  readonly isGarbled: boolean;
}

const english: PassedOverTexts = {
  finished: (many) => `${many.toLocaleString('en')} left out as finished`,
  repeated: (many) => `${many.toLocaleString('en')} named again`,
  rejected: (many) => `${many.toLocaleString('en')} not a uuid`,
  withoutUuid: (many) =>
    `${many.toLocaleString('en')} ${many === 1 ? 'row' : 'rows'} without a uuid`,
  timesUnread: (many) => `${many.toLocaleString('en')} ${many === 1 ? 'time' : 'times'} not read`,
  isGarbled: 'labels and groups left out whose encoding is not known',
};

const chinese: PassedOverTexts = {
  finished: (many) => `略過 ${many.toLocaleString('zh-Hant')} 筆已結束的`,
  repeated: (many) => `重複 ${many.toLocaleString('zh-Hant')} 次`,
  rejected: (many) => `${many.toLocaleString('zh-Hant')} 個不是 uuid`,
  withoutUuid: (many) => `${many.toLocaleString('zh-Hant')} 列沒有 uuid`,
  timesUnread: (many) => `${many.toLocaleString('zh-Hant')} 個時間讀不懂`,
  isGarbled: '略過編碼不明的標籤和群組',
};

interface PassedOverTexts extends Readonly<Record<keyof PasteCounts, (many: number) => string>> {
  readonly isGarbled: string;
}

const textsIn: Readonly<Record<Language, PassedOverTexts>> = { en: english, 'zh-Hant': chinese };

/** Says what of a text was passed over, part by part; nothing where all of it was accepted. */
export function passedOverTexts(
  { finished, isGarbled, rejected, repeated, timesUnread, withoutUuid }: PassedOver,
  language: Language,
): readonly string[] {
  const texts = textsIn[language];
  return [
    ...(finished > 0 ? [texts.finished(finished)] : []),
    ...(repeated > 0 ? [texts.repeated(repeated)] : []),
    ...(rejected > 0 ? [texts.rejected(rejected)] : []),
    ...(withoutUuid > 0 ? [texts.withoutUuid(withoutUuid)] : []),
    ...(timesUnread > 0 ? [texts.timesUnread(timesUnread)] : []),
    ...(isGarbled ? [texts.isGarbled] : []),
  ];
}
