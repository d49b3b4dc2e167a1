import type { Language } from '../text/language.ts';
import type { KnownPhase } from '../order/order.ts';

/** The most additional headers. */
export const maxExtraHeaders = 20;

/** The most statuses that can be given a meaning. */
export const maxStatusMeanings = 100;

/** The names of what a status can mean, as they are typed in every language. */
export const meaningNames: Readonly<Record<KnownPhase, string>> = {
  searching: 'searching',
  assigned: 'assigned',
  atPickup: 'at_pickup',
  pickedUp: 'picked_up',
  atDropoff: 'at_dropoff',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const allMeanings = Object.values(meaningNames).join(', ');

const english = {
  pathWithoutSlash: () => 'Start the path with a slash.',
  pathWithoutUuid: () => 'Write {uuid} once, where the order’s uuid belongs.',
  pathTooLong: () => 'This path is longer than 500 characters.',
  pathCharacters: () => 'Use only letters, digits and the marks that a web address may hold.',
  pathPercent: () => 'Write a percent sign as %25.',
  pathDots: () => 'Write the path out, without “.”, “..” or “//” at its beginning.',
  tokenHeaderName: () => 'Use letters, digits and hyphens, such as Authorization or X-Api-Key.',
  tokenHeaderTaken: () =>
    'This header has another meaning in every request. Choose the one that the service asks for.',
  schemeWord: () => 'Use one word of letters, digits and hyphens, such as Bearer.',
  proxyCredentials: () =>
    'Leave user name and password out: Waybell keeps none for proxies. Set HTTPS_PROXY for this computer instead and choose “From the environment”.',
  proxyForm: () => 'Write the proxy as http://host:port, https://host:port or socks5://host:port.',
  caFileNoPath: () => 'This is not the path of a file.',
  caFileRelative: () => 'Write the whole path of the file, from / or the drive letter on.',
  caFileElsewhere: () => 'Copy the file to this computer, and write its path here.',
  headerLine: () => 'Write each header as Name: value, one a line.',
  headerTaken: (header: string) =>
    `${header} has another meaning in every request and cannot be set here.`,
  headerSecret: (header: string) =>
    `${header} looks like a secret, and these headers are kept readable on this computer. Waybell sends the access token by itself.`,
  headerValue: (header: string) =>
    `Give ${header} a value of up to 500 plain letters, digits and marks.`,
  headerTwice: (header: string) => `${header} is there twice.`,
  headersTooMany: () => `Leave it at ${maxExtraHeaders} headers.`,
  meaningLine: () => `Write each as status = meaning, one a line. The meanings: ${allMeanings}.`,
  meaningTwice: (status: string) => `${status} is there twice.`,
  meaningsTooMany: () => `Leave it at ${maxStatusMeanings} statuses.`,
};

type FaultTexts = typeof english;

/** The reasons to refuse a connection option as it was typed. */
export type OptionFaultCode = keyof FaultTexts;

/** A fault, with the header or the status that it is about where there is one. */
export interface OptionFault {
  readonly code: OptionFaultCode;
  readonly subject?: string;
}

const chinese: FaultTexts = {
  pathWithoutSlash: () => '路徑請以斜線開頭。',
  pathWithoutUuid: () => '請在訂單 uuid 的位置寫一次 {uuid}。',
  pathTooLong: () => '這個路徑超過 500 個字元。',
  pathCharacters: () => '只能使用字母、數字和網址允許的符號。',
  pathPercent: () => '百分號請寫成 %25。',
  pathDots: () => '請寫出完整路徑，開頭不可有「.」、「..」或「//」。',
  tokenHeaderName: () => '請使用字母、數字和連字號，例如 Authorization 或 X-Api-Key。',
  tokenHeaderTaken: () => '這個標頭在每次請求中另有意義。請選擇服務要求的標頭。',
  schemeWord: () => '請使用一個由字母、數字和連字號組成的詞，例如 Bearer。',
  proxyCredentials: () =>
    '請不要放使用者名稱和密碼：Waybell 不保存代理伺服器的認證。請改在這台電腦設定 HTTPS_PROXY，並選擇「環境變數」。',
  proxyForm: () => '代理伺服器請寫成 http://host:port、https://host:port 或 socks5://host:port。',
  caFileNoPath: () => '這不是檔案的路徑。',
  caFileRelative: () => '請寫出檔案的完整路徑，從 / 或磁碟機代號開始。',
  caFileElsewhere: () => '請把檔案複製到這台電腦，再在這裡寫它的路徑。',
  headerLine: () => '每個標頭請寫成「名稱: 值」，一行一個。',
  headerTaken: (header) => `${header} 在每次請求中另有意義，不能在這裡設定。`,
  headerSecret: (header) =>
    `${header} 看起來是密鑰，而這些標頭會以可讀的形式存放在這台電腦上。Waybell 會自行送出存取權杖。`,
  headerValue: (header) => `${header} 的值最多 500 個一般字母、數字和符號。`,
  headerTwice: (header) => `${header} 出現了兩次。`,
  headersTooMany: () => `標頭最多 ${maxExtraHeaders} 個。`,
  meaningLine: () => `每行請寫成「狀態 = 意義」。可用的意義：${allMeanings}。`,
  meaningTwice: (status) => `${status} 出現了兩次。`,
  meaningsTooMany: () => `狀態最多 ${maxStatusMeanings} 個。`,
};

const textsIn: Readonly<Record<Language, FaultTexts>> = { en: english, 'zh-Hant': chinese };

/** What the dispatcher reads about a fault: what to write instead. */
export function optionFaultText({ code, subject = '' }: OptionFault, language: Language): string {
  return textsIn[language][code](subject);
}
