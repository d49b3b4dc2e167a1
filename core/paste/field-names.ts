/** What a column of a table or a key of JSON says of an order. */
export type Field = 'label' | 'group' | 'promised' | 'status';

/** The names of each field as {@link plainName} gives them, the most telling first. */
const names: Readonly<Record<Field, readonly string[]>> = {
  label: (
    'label title name ordername reference ref orderref ordernumber orderno customername customer client ' +
    'recipientname recipient description 標籤 名稱 姓名 客戶 客戶名稱 客戶姓名 顧客 收件人 收貨人 訂單編號 訂單號碼 ' +
    '訂單名稱 說明 描述 标签 名称 客户 客户名称 客户姓名 顾客 收货人 订单编号 订单号 订单号码 订单名称 说明'
  ).split(' '),
  group:
    'group groupname team route tour zone 群組 分組 組別 團隊 路線 區域 群组 分组 组别 团队 路线 区域'.split(
      ' ',
    ),
  promised: (
    'promised promise promisedtime promisetime promisedat promiseat promisedfor promisefor promisedby ' +
    'promiseby promiseddeliverytime promisedeliverytime deliverby deliverytime due dueat duetime eta ' +
    '承諾 承諾時間 約定時間 送達時間 預定送達 預定送達時間 應送達時間 預計送達 預計送達時間 ' +
    '承诺 承诺时间 约定时间 送达时间 预定送达 预定送达时间 应送达时间 预计送达 预计送达时间'
  ).split(' '),
  status: (
    'deliverystatus 配送狀態 送貨狀態 派送狀態 配送状态 送货状态 派送状态 ' +
    'orderstatus 訂單狀態 订单状态 status 狀態 状态 state'
  ).split(' '),
};

/** A name without case, blanks, hyphens, underscores, and without brackets behind it such as "(HKT)". */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([][^()[\]]{0,40}[)\]]\s*$/, '')
    .replaceAll(/[\s_-]/g, '');
}

/** How well a name tells that it is one of a field, 0 for best; null when it is none of it. */
export function fieldRank(field: Field, name: string): number | null {
  const rank = rankOf(field, name);
  if (rank !== null || field !== 'promised') return rank;
  const zoned = zoneBehind(name);
  return zoned === null ? null : rankOf(field, zoned.name);
}

function rankOf(field: Field, name: string): number | null {
  const rank = names[field].indexOf(plainName(name));
  return rank < 0 ? null : rank;
}

/** How a zone looks in letters; "est" may be short for "estimated", which cannot be told. */
export const zoneLetters =
  /^(?:[A-Z]{1,4}T|[ecmp]t|[a-z]{1,2}[sd]t|MSK|WIB|WITA|(?:UTC|GMT|UT|utc|gmt|ut)(?:[+-]?\d.*)?)$/;

/** The zone that stands behind the name of a promised time, such as "ETA HKT"; null where none does. */
export function zoneWordOf(name: string): string | null {
  if (rankOf('promised', name) !== null) return null;
  const zoned = zoneBehind(name);
  return zoned !== null && rankOf('promised', zoned.name) !== null ? zoned.zone : null;
}

function zoneBehind(name: string): { readonly name: string; readonly zone: string } | null {
  const [, before = '', last = ''] =
    /^(.+)[\s_](\S{2,9})$/.exec(name.normalize('NFKC').trim()) ?? [];
  return zoneLetters.test(last) ? { name: before, zone: last } : null;
}

/** Whether a column tells how something stands, such as "payment status": its words name no order. */
export function isOfStatus(name: string): boolean {
  return /(?:status|狀態|状态)$/.test(plainName(name));
}

/** How the names of uuids end, the longest first. */
const idEnds = ['uuids', 'guids', 'uuid', 'guid', 'ids', 'id', '識別碼', '识别码'];

/** What the name of an order's uuid begins with. */
const orderWords = new Set(['', 'order', 'delivery', '訂單', '订单']);

/** How the names of things end that have a uuid of their own beside an order. */
const otherThings = (
  'account address agent batch branch business campaign client company contact correlation courier customer ' +
  'destination device driver event fleet invoice item leg location member merchant message operator ' +
  'organisation organization organiser organizer partner payment pickup product quote recipient request ' +
  'restaurant rider sender session shop span stop store task team tenant trace transaction user vehicle ' +
  'vendor visitor warehouse zone 公司 客戶 客户 司機 司机 騎手 骑手 商戶 商户 用戶 用户'
).split(' ');

/** What a uuid is of, as its name says; null for a name that does not end like that of a uuid. */
function ownerInName(plain: string): string | null {
  const end = idEnds.find((each) => plain.endsWith(each));
  return end === undefined ? null : plain.slice(0, -end.length);
}

function isOtherThing(word: string): boolean {
  return otherThings.some((each) => word.endsWith(each));
}

/** How well a name tells that it is that of an order's uuid, 0 for best; null when it does not. */
export function orderRank(name: string): number | null {
  const plain = plainName(name);
  const owner = ownerInName(plain);
  if (owner === null || isOtherThing(owner)) return null;
  const isOfOrder = orderWords.has(owner);
  if (/[ug]uids?$/.test(plain)) return isOfOrder ? 0 : 1;
  if (!isOfOrder) return null;
  return owner === '' ? 3 : 2;
}

/** Whether a name says outright that its uuid is an order's, as "order_uuid" and "delivery id" do, and "uuid" does not. */
export function saysOrder(name: string): boolean {
  const owner = ownerInName(plainName(name));
  return owner !== null && owner !== '' && orderWords.has(owner);
}

/** Whether a name is that of the uuid of something beside the order, such as "driver_uuid". */
export function isIdOfOther(name: string): boolean {
  return isOtherThing(ownerInName(plainName(name)) ?? '');
}

/** Whether a name is that of something beside the order, such as "courier" or "stops". */
export function isOther(name: string): boolean {
  const plain = plainName(name);
  return isOtherThing(plain) || (plain.endsWith('s') && isOtherThing(plain.slice(0, -1)));
}

const ordersNames = new Set(['order', 'orders', 'delivery', 'deliveries', '訂單', '订单']);

/** Whether a name is that of orders, such as "orders" or "deliveries". */
export function isOfOrders(name: string): boolean {
  return ordersNames.has(plainName(name));
}
