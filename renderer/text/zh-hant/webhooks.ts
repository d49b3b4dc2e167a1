import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import type { WebhookFault, WebhookRejection } from '../../../core/webhook/webhook-state.ts';
import type { webhookWords as english } from '../en/webhooks.ts';
import { count } from './numbers.ts';

const faults: Record<WebhookFault, string> = {
  'port-taken': '其他程式正在使用這個連接埠。請選擇另一個。',
  'address-unavailable': '這台電腦沒有這個位址。',
  keychain: '鑰匙圈沒有提供密鑰路徑。請解鎖鑰匙圈，再重新開啟接收器。',
  'no-proof': 'Webhook 需要簽章，但沒有存放密鑰。請在下方加入。',
  failed: '接收器沒有啟動。詳情請看記錄檔。',
};

const rejections: Record<WebhookRejection, (many: string) => string> = {
  path: (many) => `${many} 個路徑錯誤`,
  host: (many) => `${many} 個主機名稱不符`,
  signature: (many) => `${many} 個沒有有效簽章`,
  timestamp: (many) => `${many} 個簽章時間太久`,
  method: (many) => `${many} 個不是 POST`,
  'too-large': (many) => `${many} 個過大`,
  'too-slow': (many) => `${many} 個過慢`,
  'too-many': (many) => `${many} 個同時太多`,
  'not-stored': (many) => `${many} 個無法儲存`,
  malformed: (many) => `${many} 個不是 HTTP`,
  'not-json': (many) => `${many} 個不是 JSON`,
  'no-order': (many) => `${many} 個沒有訂單`,
};

const proofs: Record<WebhookSettings['proof'], string> = {
  none: '無',
  hmac: 'HMAC-SHA256',
  header: '固定值',
};

const proofHelp: Record<WebhookSettings['proof'], string> = {
  none: '知道密鑰路徑的人都能傳送。Webhook 只會讓 Waybell 去查詢。',
  hmac: '標頭中有對內文的簽章，十六進位或 base64。',
  header: '標頭中就是密鑰本身。',
};

/** The words about receiving webhooks in Traditional Chinese. */
export const webhookWords: typeof english = {
  lead: '訂單事件發生的當下就收到。可不使用：沒有它也能查詢。',
  receiver: '本機接收器',
  onlyHere: '只在這台電腦上接收',
  alsoOthers: (address) => `在 ${address} 接收：網路上的其他電腦也能連到`,
  port: '連接埠',
  portChosen: '開啟接收器時選定，之後不變',
  path: '密鑰路徑',
  pathHelp: {
    none: '服務沒有提供簽章，所以這個路徑是唯一的鑰匙。請當作密碼保管。',
    proven: '位址的一部分。Webhook 還必須有簽章。',
  },
  hiddenPath: '/hooks/••••••••••••••••',
  noPath: '接收器開啟後才會顯示',
  show: '顯示',
  hide: '隱藏',
  copyAddress: '複製位址',
  addressCopied: '已複製位址。請當作密碼保管。',
  newPath: '更換路徑',
  pathChanged: '路徑已更換。請把新位址填入開發者入口網站。',
  publicUrl: '公開位址',
  publicUrlHelp: '通道或反向代理接收的地方，例如 https://hooks.example.com',
  publicUrlWrong: 'http:// 或 https:// 加上名稱，不含路徑',
  listenAt: '可連入的範圍',
  listenAtHelp: {
    loopback: '這台電腦上的通道或反向代理可以連到。',
    other: '只在反向代理位於另一台電腦時使用。',
  },
  listenAtChoices: { loopback: '這台電腦', other: '其他位址' },
  address: '接收位址',
  addressWrong: '這台電腦的 IP 位址，例如 192.168.1.20，或用 0.0.0.0 表示全部',
  addressWarning:
    '網路上的任何人都能連到接收器並嘗試路徑，密鑰路徑也不會加密傳送。建議使用終點在這台電腦的通道。',
  listenThere: '仍要在該位址接收',
  unknown: '未追蹤的訂單',
  unknownHelp: { ignore: '它們的 Webhook 不會改變任何事。', offer: '在清單上方提示。' },
  unknownChoices: { ignore: '忽略', offer: '提示' },
  signature: '簽章',
  proof: 'Webhook 的簽章方式',
  proofs,
  proofHelp,
  header: '標頭',
  headerHelp: { hmac: '帶有簽章', header: '帶有密鑰' },
  headerWrong: '標頭名稱，例如 x-signature',
  timestampHeader: '帶有時間的標頭',
  timestampHelp: '時間在內文之前，以點相隔，一併簽章。只有內文簽章時留空。',
  tolerance: '簽章時間的期限',
  toleranceField: '簽章時間最多可早幾秒',
  seconds: '秒',
  secret: '密鑰',
  secretCount: (many) =>
    many === 0 ? '還沒有存放密鑰。' : `鑰匙圈裡有 ${count.format(many)} 個，都有效。不會再次顯示。`,
  add: '存放',
  keepsOlder: '舊的仍然有效',
  keepsOlderHelp: '直到服務改用新的密鑰',
  forgetOlder: '忘記舊的',
  secretAdded: '密鑰已存入鑰匙圈',
  olderForgotten: '現在只有最新的密鑰有效',
  status: '狀態',
  listening: {
    off: '關閉',
    starting: '正在啟動',
    listening: (address, port) =>
      `正在 ${address.includes(':') ? `[${address}]` : address}:${port} 接收`,
  },
  faults,
  lastEvent: (time, age) => `最近的事件 ${time}，${age}。`,
  noEvent: '還沒有事件。',
  tally: (accepted, unknown, rejected) =>
    `啟動以來接受 ${count.format(accepted)} 個，未追蹤的訂單 ${count.format(unknown)} 個，拒絕 ${count.format(rejected)} 個。`,
  again: (duplicates) => `重複送達 ${count.format(duplicates)} 個。`,
  audited: (orders) => `${orders}有 Webhook 回報，因此較少查詢。`,
  rejected: '已拒絕',
  rejections: (reason, many) => rejections[reason](count.format(many)),
  lastRejected: (time) => `最近 ${time}`,
  test: '傳送測試事件',
  testing: '正在傳送',
  testStored: (ms) => `測試事件在 ${count.format(ms)}\u00A0毫秒後已收到、讀取並儲存。`,
  testRefused: (status) => `接收器以 ${status} 拒絕了測試事件。`,
  testUnanswered: '接收器沒有回應測試事件。',
  guide: '代理設定指南',
  guideHelp: '先在前面架設通道或反向代理，再把位址加到開發者入口網站',
  copyGuide: '複製指南',
  guideCopied: '已複製指南',
  guideText: (port, url) =>
    [
      'Waybell 的 Webhook',
      '',
      `Waybell 在 http://127.0.0.1:${port} 接收，只接受 /hooks/ 之下的請求。`,
      '',
      '通道（cloudflared）：',
      `  cloudflared tunnel --url http://127.0.0.1:${port}`,
      '反向代理（Caddy）：',
      `  hooks.example.com { reverse_proxy 127.0.0.1:${port} }`,
      '反向代理（nginx）：',
      `  location /hooks/ { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $host; }`,
      '',
      '在「設定」的「Webhook」填入公開名稱。然後在開發者入口網站把下面這行加為 Webhook Url，並當作密碼保管：',
      `  ${url}`,
    ].join('\n'),
};
