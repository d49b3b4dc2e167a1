import type { FailureTexts } from './delivery-failure.ts';

/** `{answered}` is replaced by the status, 「（503）」, or by nothing when there was no answer. */
export const chineseFailures: FailureTexts = {
  'dns-failed': {
    title: '找不到服務的位址',
    message: '查不到基本網址中的名稱。請檢查網址，或確認這台電腦已連上網路。',
  },
  unreachable: {
    title: '連不上服務',
    message: '無法連上服務。如果這台電腦能開啟網站，請檢查網址、代理伺服器與 VPN。',
  },
  timeout: {
    title: '服務沒有回應',
    message: '服務沒有及時回應。如果這台電腦能開啟網站，請檢查網址、代理伺服器與 VPN。',
  },
  'connection-lost': {
    title: '連線中斷',
    message: '與服務的連線在回應途中中斷。Waybell 會自動再試。',
  },
  'tls-untrusted': {
    title: '憑證不受信任',
    message:
      '這台電腦不認得服務憑證的簽發者，或憑證的名稱或時間不符。沒有送出任何資料。如果服務由貴公司自行管理，請向 IT 部門索取憑證檔。',
  },
  'tls-failed': {
    title: '加密連線失敗',
    message: '無法與服務建立加密連線。沒有送出任何資料。請檢查網址，並確認以 https 開頭。',
  },
  'proxy-refused': {
    title: '代理伺服器拒絕連線',
    message:
      '這個網路的代理伺服器沒有放行請求{answered}。請檢查這台電腦的代理設定，或詢問 IT 部門。',
  },
  'proxy-unusable': {
    title: '無法使用這個代理伺服器',
    message:
      '這台電腦設定了 Waybell 不能使用的代理伺服器，所以沒有送出任何資料。可以使用 HTTP、HTTPS 和 SOCKS 5 的代理伺服器。請檢查代理設定，或在連線選項中選擇代理伺服器。',
  },
  'captive-portal': {
    title: '這個網路需要登入',
    message: '回應的是網頁，不是服務。請開啟瀏覽器登入這個網路，再試一次。',
  },
  'hub-away': {
    title: '連不上團隊的中樞',
    message:
      '這裡顯示的是最後已知的狀態，也無法接手訂單。Waybell 會自動重試，期間的變更會在恢復後送出。',
  },
  'desk-revoked': {
    title: '這個座位已不在團隊中',
    message: '團隊的中樞不再讓這個座位連線。這裡顯示的是最後已知的狀態。若要回來，請索取新的邀請。',
  },
  'log-gone': {
    title: '團隊的紀錄不見了',
    message:
      '中樞已沒有這個座位所屬的紀錄。這個座位會保留清單和等待送出的更改。管理中樞的人可還原紀錄，這個座位會自動接續；若改為重新開始，請用新的代碼再次加入。',
  },
  'rate-limited': {
    title: '服務要求暫停',
    message: '服務表示查詢太頻繁{answered}。查詢會自動繼續，間隔較長。',
  },
  'service-failing': {
    title: '服務發生故障',
    message: '服務表示目前無法回應{answered}。Waybell 會自動再試。',
  },
  'protocol-violation': {
    title: '無法理解的回應',
    message: '回應的對象不像是配送服務{answered}。請檢查基本網址。',
  },
  'credentials-refused': {
    title: '服務拒絕認證資料',
    message:
      '服務不接受這個用戶端 ID 和密鑰{answered}。請從開發者入口網站重新複製兩者；結尾多了空格是常見原因。',
  },
  'token-unreadable': {
    title: '沒有存取權杖',
    message: '服務有回應，但回應中沒有存取權杖{answered}。請檢查基本網址。',
  },
  'token-endpoint-missing': {
    title: '這個網址沒有存取權杖',
    message:
      '服務在這個基本網址下沒有提供權杖的端點{answered}。請檢查基本網址：路徑可能少了或多了一段。',
  },
  'authorization-refused': {
    title: '服務拒絕存取權杖',
    message: '服務發出存取權杖後卻不接受{answered}。請確認這些認證資料可以讀取訂單。',
  },
  'keychain-unavailable': {
    title: '無法使用鑰匙圈',
    message: '無法從這台電腦的鑰匙圈讀取用戶端密鑰。請解鎖鑰匙圈，之後會自動繼續查詢。',
  },
  'order-not-found': {
    title: '找不到',
    message:
      '服務不認得這筆訂單{answered}。若是新訂單，可能要一分鐘才會出現；Waybell 會在一小時內繼續查詢。',
  },
  'order-gone': {
    title: '已不存在',
    message: '服務不再保留這筆訂單{answered}。最後已知的狀態會留在這裡。',
  },
  'order-forbidden': {
    title: '無權讀取',
    message: '這些認證資料不能讀取這筆訂單{answered}。它可能屬於另一個帳戶。',
  },
  'order-rejected': {
    title: '請求被拒',
    message: '服務拒絕了這筆訂單的請求{answered}。請檢查 uuid。',
  },
  'answer-unreadable': {
    title: '回應無法讀取',
    message: '服務有回應，但其中沒有可讀取的訂單。最後已知的狀態會保留；Waybell 會再查詢。',
  },
  'answer-too-large': {
    title: '回應過大',
    message: '這筆訂單的回應比任何訂單都大，所以沒有讀取。最後已知的狀態會保留；Waybell 會再查詢。',
  },
  'answer-for-another-order': {
    title: '回應的是別筆訂單',
    message: '服務回應的不是所查的訂單，所以沒有採用。最後已知的狀態會保留；Waybell 會再查詢。',
  },
};

/** The failures that mean something else while the service answers for other orders. */
export const chineseOrderFailures: Partial<FailureTexts> = {
  'captive-portal': {
    title: '收到網頁，不是訂單',
    message: '這筆訂單收到的是網頁，不是訂單{answered}。',
  },
};
