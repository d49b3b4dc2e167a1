import type { Language } from '../text/language.ts';
import type { ToldKind } from './notification.ts';

/** How the settings name each kind of notification, in each language. */
export const toldKindWords: Readonly<Record<Language, Readonly<Record<ToldKind, string>>>> = {
  en: {
    matched: 'Matched with a courier',
    released: 'Released by the courier',
    courierMoved: 'Courier moved',
    completed: 'Completed',
    amended: 'Price changed after completion',
    cancelled: 'Cancelled',
    created: 'Created',
    statusChanged: 'Other status change',
    addressChanged: 'Address changed',
    scheduleChanged: 'Planned pickup time changed',
    stopsChanged: 'Stops changed',
    noteChanged: 'Note to courier changed',
    waiting: 'Not moving, long wait, promised time, not found',
    connection: 'Connection lost or restored',
  },
  'zh-Hant': {
    matched: '已配對配送員',
    released: '配送員已退單',
    courierMoved: '配送員移動',
    completed: '已完成',
    amended: '完成後價格變更',
    cancelled: '已取消',
    created: '已建立',
    statusChanged: '其他狀態變更',
    addressChanged: '地址變更',
    scheduleChanged: '預定取貨時間變更',
    stopsChanged: '站點變更',
    noteChanged: '給配送員的備註變更',
    waiting: '未移動、等候過久、約定時間、找不到',
    connection: '連線中斷或恢復',
  },
};
