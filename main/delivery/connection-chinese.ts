import type { DeliveryError, DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import { durationText } from '../../core/order/format.ts';
import type { ConnectionWords } from './connection-words.ts';
import type { ServiceAddress } from './tunnel.ts';
import type { DoubtfulCertificate } from './way-probe.ts';

const nothingSent = '沒有送出任何資料。';
const whatToCheck = '請檢查網址，或確認這個網路是否需要代理伺服器或 VPN。';

function step(failure: DeliveryError, { host, port }: ServiceAddress): string {
  const status = failure.httpStatus === null ? '' : `（HTTP ${failure.httpStatus}）`;
  const sentences: Readonly<Partial<Record<DeliveryFailureCode, string>>> = {
    'dns-failed': `找不到名為 ${host} 的電腦。${whatToCheck}`,
    unreachable: `無法連到 ${host} 的連接埠 ${port}。${whatToCheck}`,
    timeout: `${host} 的連接埠 ${port} 沒有回應。${whatToCheck}`,
    'connection-lost': `${host} 沒有回應就中斷了連線。${whatToCheck}`,
    'tls-failed': `無法與 ${host} 建立加密連線。${nothingSent}請檢查網址和連接埠。`,
    'tls-untrusted': `這台電腦不信任 ${host} 的憑證。${nothingSent}`,
    'proxy-refused': `途中的代理伺服器要求認證${status}。請檢查這台電腦的代理設定。`,
    'proxy-unusable': `這台電腦設定了 Waybell 不能使用的代理伺服器。${nothingSent}可以使用 HTTP、HTTPS 和 SOCKS 5 的代理伺服器；請檢查代理設定，或在「進階」中自行指定。`,
    'captive-portal': `回應的是網頁，不是服務${status}。請確認這個網路是否需要在瀏覽器登入，並檢查網址。`,
    'rate-limited': `服務要求暫停${status}。請一分鐘後再測試。`,
    'service-failing': `服務回報自身故障${status}。請一分鐘後再測試。`,
    'token-endpoint-missing': `這個網址的 /oauth/token 沒有任何內容${status}。請檢查基本網址。`,
    'credentials-refused':
      '服務不接受這個用戶端 ID 和密鑰。請從開發者入口網站重新複製兩者；結尾多了空格是常見原因。',
  };
  return sentences[failure.code] ?? `${host} 有回應，但沒有存取權杖${status}。請檢查基本網址。`;
}

function certificate(
  { reason, issuerName, validToMs, names }: DoubtfulCertificate,
  { host }: ServiceAddress,
): string {
  if (reason === 'CERT_HAS_EXPIRED') {
    const ended = validToMs === null ? '' : `於 ${new Date(validToMs).toISOString().slice(0, 10)} `;
    return `憑證已${ended}到期。${nothingSent}請檢查這台電腦的日期，或通知管理服務的人。`;
  }
  if (reason === 'CERT_NOT_YET_VALID') {
    return `憑證尚未生效。${nothingSent}請檢查這台電腦的日期。`;
  }
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID' || reason === 'HOSTNAME_MISMATCH') {
    const [first] = names;
    const madeFor = first === undefined ? '其他名稱' : ` ${first}`;
    return `憑證屬於${madeFor}，不屬於 ${host}。${nothingSent}請檢查網址。`;
  }
  const issuer =
    issuerName === null ? '這台電腦不認得簽發者。' : `由「${issuerName}」簽發，這台電腦不認得它。`;
  return `${issuer}${nothingSent}如果服務由貴公司自行管理，請向 IT 部門索取憑證檔。`;
}

function lifetime(statedSeconds: number | null): string {
  if (statedSeconds === null || statedSeconds <= 0) return '未提供有效時間';
  const seconds = statedSeconds < 120 ? statedSeconds : Math.round(statedSeconds / 60) * 60;
  return `有效 ${durationText(seconds * 1000, 'zh-Hant')}`;
}

/** The words of a connection test in Traditional Chinese. */
export const chineseConnection: ConnectionWords = {
  step,
  certificate,
  lifetime,
  notEncrypted: '未加密，僅限這台電腦',
};
