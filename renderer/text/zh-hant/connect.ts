import type { connectTexts as english } from '../en/connect.ts';
import { count } from './numbers.ts';

/** The texts of the connect screen, in Traditional Chinese. */
export const connectTexts: typeof english = {
  connect: {
    title: '連到你的配送服務',
    changeTitle: '變更連線',
    lead: 'Waybell 會查詢你的訂單，在狀態或配送員位置改變時通知你。',
    baseUrl: '基本網址',
    clientId: '用戶端 ID',
    clientSecret: '用戶端密鑰',
    show: '顯示',
    hide: '隱藏',
    showSecret: '顯示用戶端密鑰',
    hideSecret: '隱藏用戶端密鑰',
    secretHelp: '存放在這台電腦的鑰匙圈，只會送到上面的基本網址。',
    secretHelpSession: '只放在記憶體，直到 Waybell 結束；只會送到上面的基本網址。',
    sessionOnly: '只用於這次執行',
    sessionOnlyHelp: '密鑰不存入鑰匙圈；下次啟動時會再次詢問。',
    keepSecret: '留空會沿用鑰匙圈裡的密鑰。',
    hints: {
      baseUrl: '服務的網址，例如 https://api.example.com',
      clientId: '來自服務的開發者入口網站',
    },
    missing: {
      baseUrl: '請輸入服務的網址，例如 https://api.example.com',
      clientId: '請輸入開發者入口網站上的用戶端 ID',
      clientSecret: '請輸入開發者入口網站上的用戶端密鑰',
    },
    spaces: {
      start: '開頭有空格。',
      end: '結尾有空格。',
      both: '開頭和結尾有空格。',
    },
    removeSpaces: '移除空格',
    test: '測試連線',
    connect: '連線',
    cancel: '取消',
    steps: {
      reach: {
        waiting: '連上服務',
        running: '正在連上服務',
        passed: '已連上服務',
        failed: '連不上服務',
      },
      certificate: {
        waiting: '確認憑證可信任',
        running: '正在檢查憑證',
        passed: '憑證可信任',
        failed: '憑證不受信任',
      },
      token: {
        waiting: '取得存取權杖',
        running: '正在取得存取權杖',
        passed: '已取得存取權杖',
        failed: '沒有取得存取權杖',
      },
    },
    stepState: {
      waiting: '尚未開始',
      running: '進行中',
      passed: '通過',
      failed: '失敗',
    },
    elapsedOf: (elapsed, timeout) => `${elapsed}，上限 ${timeout}`,
    renewed: (detail) => `${detail}。Waybell 會自動更新。`,
    demoTitle: '手邊沒有認證資料？',
    demoBody:
      '內建示範服務只在這台電腦上執行。它會在香港各處產生 12 筆訂單並移動配送員，讓你看到每一種通知。',
    tryDemo: '試用內建示範服務',
    startingDemo: '正在啟動示範服務',
    facts: {
      credentials: {
        title: '認證資料存放在哪裡',
        body: '在系統鑰匙圈。絕不在檔案、記錄檔或這個視窗裡。',
      },
      pace: {
        title: '多久查詢一次',
        body: (seconds, cap) =>
          `配送中的訂單每 ${count.format(seconds)} 秒一次，每分鐘最多 ${count.format(cap)} 次請求。兩者都可以變更。`,
      },
      privacy: {
        title: '哪些資料留在這裡',
        body: '訂單、配送員姓名和電話號碼都留在這台電腦上。',
      },
    },
    blocked: {
      locked: {
        title: '鑰匙圈已鎖定',
        body: '用戶端密鑰存放在裡面。請在系統中解鎖鑰匙圈，之後會自動繼續查詢。',
      },
      missing: {
        title: '這台電腦沒有鑰匙圈',
        body: 'Waybell 只把用戶端密鑰存放在系統鑰匙圈，從不寫入檔案。請啟動或安裝鑰匙圈，例如 GNOME Keyring 或 KWallet，再試一次。',
      },
      denied: {
        title: '鑰匙圈不允許 Waybell 存取',
        body: '系統詢問時，請允許 Waybell 使用自己的項目，再試一次。',
      },
      timeout: {
        title: '鑰匙圈沒有回應',
        body: '系統的詢問視窗可能被其他視窗擋住。請先回答，之後會自動繼續查詢。',
      },
      failed: {
        title: '讀不到鑰匙圈',
        body: '讀到用戶端密鑰後，會自動繼續查詢。請再試一次，或重新輸入用戶端 ID 和密鑰。',
      },
      secretAbsent: {
        title: '鑰匙圈裡沒有用戶端密鑰',
        body: '可能在 Waybell 之外被移除了。請重新輸入用戶端 ID 和密鑰。',
      },
    },
    blockedFor: (clientId, baseUrl) => `${clientId}，${baseUrl}`,
    tryAgain: '再試一次',
    enterAgain: '重新輸入用戶端 ID 和密鑰',
    forget: '忘記這個連線',
  },
};
