import type { Language } from '../text/language.ts';
import type { PassedOnReason } from './presence.ts';

/** Names the desk that has an order, and says why its alarms come to others too. */
type ButTexts = Readonly<Record<PassedOnReason, (desk: string, time: string) => string>>;

/** "Mei has it, but is away since 12:40": on cards, in rows and in the details. */
export const passedOnTexts: Readonly<Record<Language, ButTexts>> = {
  en: {
    away: (desk, time) => `${desk} has it, but is away since ${time}`,
    locked: (desk, time) => `${desk} has it, but the screen there is locked since ${time}`,
    asleep: (desk, time) => `${desk} has it, but the computer there is asleep since ${time}`,
    closed: (desk, time) => `${desk} has it, but that desk is closed since ${time}`,
    unknown: (desk, time) =>
      `${desk} has it, but since ${time} it is not known whether anyone answers there`,
    revoked: (desk) => `${desk} has it, but that desk is no longer in the team`,
    unanswered: (desk, time) => `${desk} has it, but has not answered since ${time}`,
  },
  'zh-Hant': {
    away: (desk, time) => `${desk} 負責，但自 ${time} 起不在座位`,
    locked: (desk, time) => `${desk} 負責，但該座位的螢幕自 ${time} 起鎖定`,
    asleep: (desk, time) => `${desk} 負責，但該座位的電腦自 ${time} 起休眠`,
    closed: (desk, time) => `${desk} 負責，但該座位自 ${time} 起關閉`,
    unknown: (desk, time) => `${desk} 負責，但自 ${time} 起無法得知那裡是否有人回應`,
    revoked: (desk) => `${desk} 負責，但該座位已不在團隊中`,
    unanswered: (desk, time) => `${desk} 負責，但自 ${time} 起沒有回應`,
  },
};
