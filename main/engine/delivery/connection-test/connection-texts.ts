import type {
  DeliveryError,
  DeliveryFailureCode,
} from '../../../../core/delivery/delivery-failure.ts';
import { durationText } from '../../../../core/order/format.ts';
import type { Language } from '../../../../core/text/language.ts';
import type { HostAddress } from '../http/base-url.ts';
import type { DoubtfulCertificate } from './tls-handshake.ts';

/**
 * What the dispatcher reads of a connection test, after entering an address and credentials. A failing
 * check of an order has texts of its own (core/delivery/failure-text.ts).
 */
export interface ConnectionTexts {
  /** When a step failed: what happened, what to check. */
  step(failure: DeliveryError, address: HostAddress): string;
  /** What is wrong with a certificate that is not trusted, with its issuer where that matters. */
  certificate(certificate: DoubtfulCertificate, address: HostAddress): string;
  /** How long a token lasts, as a short fact: the unit that needs no decimals. */
  lifetime(statedSeconds: number | null): string;
  readonly notEncrypted: string;
}

const englishNothingSent = 'Nothing was sent.';
const englishWhatToCheck = 'Check the address, or whether this network needs a proxy or VPN.';

const english: ConnectionTexts = {
  step(failure: DeliveryError, { host, port }: HostAddress) {
    const status = failure.httpStatus === null ? '' : ` (HTTP ${failure.httpStatus})`;
    const sentences: Readonly<Partial<Record<DeliveryFailureCode, string>>> = {
      'dns-failed': `No computer named ${host} was found. ${englishWhatToCheck}`,
      unreachable: `No connection to ${host} port ${port}. ${englishWhatToCheck}`,
      timeout: `No answer from ${host} port ${port}. ${englishWhatToCheck}`,
      'connection-lost': `${host} ended the connection without an answer. ${englishWhatToCheck}`,
      'tls-failed': `${host} did not agree on an encrypted connection. ${englishNothingSent} Check the address and its port.`,
      'tls-untrusted': `The certificate of ${host} is not trusted by this computer. ${englishNothingSent}`,
      'proxy-refused': `A proxy on the way asks for credentials${status}. Check this computer’s proxy settings.`,
      'proxy-unusable': `This computer is set up for a proxy that Waybell cannot use. ${englishNothingSent} Proxies over HTTP, HTTPS and SOCKS 5 can be used; check the proxy settings, or choose a proxy of your own under Advanced.`,
      'captive-portal': `A web page answered in place of the service${status}. Check whether this network needs a login in the browser, and the address.`,
      'rate-limited': `The service asked for a pause${status}. Test again in a minute.`,
      'service-failing': `The service reported a failure of its own${status}. Test again in a minute.`,
      'token-endpoint-missing': `There is nothing at /oauth/token of this address${status}. Check the base URL.`,
      'credentials-refused':
        'The service did not accept this client ID and secret. Copy both again from the developer portal; a space at the end is a common cause.',
    };
    return (
      sentences[failure.code] ??
      `${host} answered, but not with an access token${status}. Check the base URL.`
    );
  },
  certificate(found: DoubtfulCertificate, { host }: HostAddress) {
    const { reason, issuerName, validToMs, names } = found;
    if (reason === 'CERT_HAS_EXPIRED') {
      const ended =
        validToMs === null ? '' : ` on ${new Date(validToMs).toISOString().slice(0, 10)}`;
      return `The certificate ended${ended}. ${englishNothingSent} Check this computer’s date, or tell the people who run the service.`;
    }
    if (reason === 'CERT_NOT_YET_VALID') {
      return `The certificate is not valid yet. ${englishNothingSent} Check this computer’s date.`;
    }
    if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID' || reason === 'HOSTNAME_MISMATCH') {
      const [first] = names;
      const madeFor = first === undefined ? 'another name' : first;
      return `The certificate is for ${madeFor}, not for ${host}. ${englishNothingSent} Check the address.`;
    }
    const issuer =
      issuerName === null
        ? 'Its issuer is not known to this computer.'
        : `Issued by “${issuerName}”, which this computer does not know.`;
    return `${issuer} ${englishNothingSent} If your company runs this service, ask IT for the certificate file.`;
  },
  lifetime(statedSeconds: number | null) {
    if (statedSeconds === null || statedSeconds <= 0) return 'Lifetime not given';
    if (statedSeconds < 120) return `Valid for ${Math.round(statedSeconds)}\u00a0s`;
    const minutes = Math.round(statedSeconds / 60);
    return minutes < 120
      ? `Valid for ${minutes}\u00a0min`
      : `Valid for ${Math.round(minutes / 60)}\u00a0h`;
  },
  notEncrypted: 'Not encrypted, this computer only',
};

const chineseNothingSent = '沒有送出任何資料。';
const chineseWhatToCheck = '請檢查網址，或確認這個網路是否需要代理伺服器或 VPN。';

const chinese: ConnectionTexts = {
  step(failure: DeliveryError, { host, port }: HostAddress) {
    const status = failure.httpStatus === null ? '' : `（HTTP ${failure.httpStatus}）`;
    const sentences: Readonly<Partial<Record<DeliveryFailureCode, string>>> = {
      'dns-failed': `找不到名為 ${host} 的電腦。${chineseWhatToCheck}`,
      unreachable: `無法連到 ${host} 的連接埠 ${port}。${chineseWhatToCheck}`,
      timeout: `${host} 的連接埠 ${port} 沒有回應。${chineseWhatToCheck}`,
      'connection-lost': `${host} 沒有回應就中斷了連線。${chineseWhatToCheck}`,
      'tls-failed': `無法與 ${host} 建立加密連線。${chineseNothingSent}請檢查網址和連接埠。`,
      'tls-untrusted': `這台電腦不信任 ${host} 的憑證。${chineseNothingSent}`,
      'proxy-refused': `途中的代理伺服器要求認證${status}。請檢查這台電腦的代理設定。`,
      'proxy-unusable': `這台電腦設定了 Waybell 不能使用的代理伺服器。${chineseNothingSent}可以使用 HTTP、HTTPS 和 SOCKS 5 的代理伺服器；請檢查代理設定，或在「進階」中自行指定。`,
      'captive-portal': `回應的是網頁，不是服務${status}。請確認這個網路是否需要在瀏覽器登入，並檢查網址。`,
      'rate-limited': `服務要求暫停${status}。請一分鐘後再測試。`,
      'service-failing': `服務回報自身故障${status}。請一分鐘後再測試。`,
      'token-endpoint-missing': `這個網址的 /oauth/token 沒有任何內容${status}。請檢查基本網址。`,
      'credentials-refused':
        '服務不接受這個用戶端 ID 和密鑰。請從開發者入口網站重新複製兩者；結尾多了空格是常見原因。',
    };
    return sentences[failure.code] ?? `${host} 有回應，但沒有存取權杖${status}。請檢查基本網址。`;
  },
  certificate(
    { reason, issuerName, validToMs, names }: DoubtfulCertificate,
    { host }: HostAddress,
  ) {
    if (reason === 'CERT_HAS_EXPIRED') {
      const ended =
        validToMs === null ? '' : `於 ${new Date(validToMs).toISOString().slice(0, 10)} `;
      return `憑證已${ended}到期。${chineseNothingSent}請檢查這台電腦的日期，或通知管理服務的人。`;
    }
    if (reason === 'CERT_NOT_YET_VALID') {
      return `憑證尚未生效。${chineseNothingSent}請檢查這台電腦的日期。`;
    }
    if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID' || reason === 'HOSTNAME_MISMATCH') {
      const [first] = names;
      const madeFor = first === undefined ? '其他名稱' : ` ${first}`;
      return `憑證屬於${madeFor}，不屬於 ${host}。${chineseNothingSent}請檢查網址。`;
    }
    const issuer =
      issuerName === null
        ? '這台電腦不認得簽發者。'
        : `由「${issuerName}」簽發，這台電腦不認得它。`;
    return `${issuer}${chineseNothingSent}如果服務由貴公司自行管理，請向 IT 部門索取憑證檔。`;
  },
  lifetime(statedSeconds: number | null) {
    if (statedSeconds === null || statedSeconds <= 0) return '未提供有效時間';
    const seconds = statedSeconds < 120 ? statedSeconds : Math.round(statedSeconds / 60) * 60;
    return `有效 ${durationText(seconds * 1000, 'zh-Hant')}`;
  },
  notEncrypted: '未加密，僅限這台電腦',
};

/** What the dispatcher reads of a connection test, by language. */
export const connectionTextsIn: Readonly<Record<Language, ConnectionTexts>> = {
  en: english,
  'zh-Hant': chinese,
};
