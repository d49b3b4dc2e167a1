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

/** The names of a long JSON text are the same in each order. */
const known = new Map<string, string>();
const mostKnown = 500;

/** A name without case, blanks, hyphens, underscores, and without brackets behind it such as "(HKT)". */
function plainName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  if (known.size === mostKnown) known.clear();
  const plain = newPlainName(name);
  known.set(name, plain);
  return plain;
}

function newPlainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([][^()[\]]{0,40}[)\]]\s*$/, '')
    .replaceAll(/[\s_-]/g, '');
}

/** How well a name tells that it is one of a field, 0 for best; null when it is none of it. */
export function fieldRank(field: Field, name: string): number | null {
  const rank = names[field].indexOf(plainName(name));
  return rank < 0 ? null : rank;
}

/** What a name that ends like that of a uuid begins with. */
const nameOfId = /^(.*?)(?:uu|gu|)ids?$|^(.*?)(?:識別碼|识别码)$/;

const orderWords = new Set(['', 'order', 'delivery', '訂單', '订单']);

/** What has a uuid of its own beside an order, at the end of a name. */
const otherThing =
  /(?:account|address|agent|batch|branch|business|campaign|client|company|contact|correlation|courier|customer|destination|device|driver|event|fleet|invoice|item|leg|location|member|merchant|message|operator|organi[sz](?:ation|er)|partner|payment|pickup|product|quote|recipient|request|restaurant|rider|sender|session|shop|span|stop|store|task|team|tenant|trace|transaction|user|vehicle|vendor|visitor|warehouse|zone|公司|客[戶户]|司[機机]|[騎骑]手|商[戶户]|用[戶户])$/;

/** How well a name tells that it is that of an order's uuid, 0 for best; null when it does not. */
export function orderRank(name: string): number | null {
  const plain = plainName(name);
  const [, id, number = ''] = nameOfId.exec(plain) ?? [];
  const thing = id ?? number;
  if (!nameOfId.test(plain) || otherThing.test(thing)) return null;
  if (/(?:uu|gu)ids?$/.test(plain)) return orderWords.has(thing) ? 0 : 1;
  if (!orderWords.has(thing)) return null;
  return thing === '' ? 3 : 2;
}

/** Whether a name is that of the uuid of something beside the order, such as "driver_uuid". */
export function isIdOfOther(name: string): boolean {
  const [, id, number] = nameOfId.exec(plainName(name)) ?? [];
  return otherThing.test(id ?? number ?? '');
}

/** Whether a name is that of something beside the order, such as "courier". */
export function isOther(name: string): boolean {
  return otherThing.test(plainName(name).replace(/s$/, ''));
}

/** Whether a name is that of orders, such as "orders" or "deliveries". */
export function isOfOrders(name: string): boolean {
  return /^(?:orders?|deliver(?:y|ies)|訂單|订单)$/.test(plainName(name));
}
