import type { courierTexts as english } from '../en/courier.ts';
import { count, orders } from './numbers.ts';

/** The texts of what leads to a courier and a customer, in Traditional Chinese. */
export const courierTexts: typeof english = {
  courierWay: {
    menu: '配送員與客人',
    note: '寫備註',
    group: '放入群組',
    copyPhone: '複製配送員的電話號碼',
    call: (whom) => `致電${whom}`,
    callTitle: (whom) => `要致電${whom}嗎？`,
    callBody: '號碼會交給這台電腦的通話程式。「隱私」會記下曾使用這個號碼，但不記下號碼本身。',
    callAct: '致電',
    cancel: '取消',
    calling: '已交給通話程式：',
    customerText: (language) => `複製給客人的文字（${language === 'en' ? 'English' : '繁體中文'}）`,
    customerTextCopied: (said) => `已複製：「${said}」`,
    customerTextMissing: '這筆訂單還沒有可以告知的內容',
    sameCourier: '顯示這位配送員的其他訂單',
    others: (many) => `還有 ${count.format(many)} 筆訂單`,
    nothingElse: '清單上沒有這位配送員的其他訂單',
    notNamed: '服務沒有提供這位配送員的姓名',
    isOver: '這筆訂單已結束，配送員不再負責',
    ofCourier: (courier, many) => `${courier}的 ${orders(many)}`,
    remindToast: (time) => `將於 ${time} 提醒：`,
    remindOffToast: '不再提醒：',
  },
};
