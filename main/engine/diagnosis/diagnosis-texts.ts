import type { KeychainFault } from '../../../core/delivery/connection.ts';
import type { Language } from '../../../core/text/language.ts';
import type { StepName } from '../delivery/connection-test/connection-steps.ts';
import type { DatabaseCheck } from '../storage/database.ts';
import type { ExaminedTeam, HubReach } from '../team/examine-hub.ts';

/* What the lines of a diagnosis say. Names of systems, paths and versions are the same in every language. */

const english = {
  steps: {
    'look-up': 'Name look-up',
    proxy: 'Way through the proxy',
    connect: 'Connection',
    certificate: 'Certificate',
    token: 'Access token',
    order: 'First order',
  } satisfies Readonly<Record<StepName, string>>,
  keychain: {
    works: 'works',
    secretAbsent: 'answers, but holds no secret for the stored connection',
    locked: 'is locked',
    missing: 'is not there',
    denied: 'did not let Waybell in',
    timeout: 'did not answer',
    failed: 'reported a failure',
  } satisfies Readonly<Record<'works' | 'secretAbsent' | KeychainFault, string>>,
  program: {
    runtime: 'Runtime',
    system: 'System',
    desktop: 'Desktop',
    desktopNotSaid: 'not said',
  },
  notLookedAt: 'Not looked at',
  /** @param code the system's own code; null when it gave none */
  partFailed: (code: string | null) => `this part failed${code === null ? '' : ` (${code})`}`,
  files: {
    folder: 'Profile folder',
    writing: 'Writing there',
    writes: 'works',
    isRefused: 'is refused, or the folder is not there',
    log: 'Log',
  },
  database: {
    check: 'Check',
    size: 'Size',
    orders: 'Orders',
    schema: 'Schema',
    backups: 'Backups',
    none: 'none',
    setAside: 'Set aside',
    state: {
      absent: 'there is none yet',
      ok: 'whole',
      damaged: 'damaged; it is set aside at the next start, and nothing is deleted',
      unread: 'could not be read',
      large: 'too large to be checked beside the work; it was checked at the start',
    } satisfies Readonly<Record<DatabaseCheck['state'], string>>,
    versionOf: (version: number, newest: number) => `${version} of ${newest}`,
  },
  notifications: {
    shownBy: 'Shown by',
    bySystem: 'the system',
    noAnswer: 'no answer',
    capabilities: 'Capabilities',
  },
  tray: {
    place: 'Place for the icon',
    isThere: 'there',
    none: 'none; closing the window minimises it instead',
  },
  team: {
    hub: 'Hub',
    token: 'Token of this desk',
    /** A hub's address is what it is said of. */
    reach: {
      works: 'answers',
      logAway: 'answers, but cannot reach the log of the team',
      logGone: 'answers, but the log of the team is gone',
      refused: 'does not know this desk (any more); join again',
      noHub: 'what answers there is no hub of a version that this Waybell knows',
      untrusted: 'shows a certificate that no authority on this computer vouches for',
      away: 'not reached',
    } satisfies Readonly<Record<HubReach, string>>,
    noToken: {
      tokenAbsent: 'the keychain has none, so no hub was asked; join again',
      locked: 'the keychain is locked, so no hub was asked',
      missing: 'there is no keychain to have it, so no hub was asked',
      denied: 'the keychain did not give it, so no hub was asked',
      timeout: 'the keychain did not answer, so no hub was asked',
      failed: 'the keychain reported a failure, so no hub was asked',
    } satisfies Readonly<Record<Extract<ExaminedTeam, string>, string>>,
  },
  connection: {
    service: 'Service',
    notConnected: 'not connected yet',
    byHub: 'asked by the hub, not by this desk',
    works: 'works',
    addresses: (count: number) => (count === 1 ? '1 address' : `${count} addresses`),
  },
  contract: { rules: 'Rules of leniency' },
};

export type DiagnosisTexts = typeof english;

const chinese: DiagnosisTexts = {
  steps: {
    'look-up': '名稱查詢',
    proxy: '經由代理伺服器',
    connect: '連線',
    certificate: '憑證',
    token: '存取權杖',
    order: '第一筆訂單',
  },
  keychain: {
    works: '正常',
    secretAbsent: '有回應，但沒有已存連線的密鑰',
    locked: '已鎖定',
    missing: '不存在',
    denied: '不允許 Waybell 存取',
    timeout: '沒有回應',
    failed: '回報失敗',
  },
  program: {
    runtime: '執行環境',
    system: '系統',
    desktop: '桌面環境',
    desktopNotSaid: '未說明',
  },
  notLookedAt: '未檢查',
  partFailed: (code) => `這部分失敗${code === null ? '' : `（${code}）`}`,
  files: {
    folder: '設定檔資料夾',
    writing: '寫入',
    writes: '正常',
    isRefused: '被拒絕，或資料夾不存在',
    log: '記錄檔',
  },
  database: {
    check: '檢查',
    size: '大小',
    orders: '訂單',
    schema: '結構版本',
    backups: '備份',
    none: '沒有',
    setAside: '已擱置',
    state: {
      absent: '還沒有資料庫',
      ok: '完整',
      damaged: '已損壞；下次啟動時會擱置，不會刪除任何資料',
      unread: '讀不到',
      large: '太大，無法在使用中檢查；啟動時已檢查',
    },
    versionOf: (version, newest) => `${version}/${newest}`,
  },
  notifications: {
    shownBy: '顯示者',
    bySystem: '系統',
    noAnswer: '沒有回應',
    capabilities: '功能',
  },
  tray: {
    place: '圖示的位置',
    isThere: '有',
    none: '沒有；關閉視窗時改為最小化',
  },
  team: {
    hub: '中樞',
    token: '這個座位的權杖',
    reach: {
      works: '有回應',
      logAway: '有回應，但連不上團隊紀錄',
      logGone: '有回應，但團隊紀錄已不在',
      refused: '不認得這個座位（或已撤銷）；請重新加入',
      noHub: '有回應，但不是這個 Waybell 認得的中樞',
      untrusted: '出示的憑證沒有這台電腦信任的機構擔保',
      away: '連不上',
    },
    noToken: {
      tokenAbsent: '鑰匙圈裡沒有，因此沒有詢問中樞；請重新加入',
      locked: '鑰匙圈已鎖定，因此沒有詢問中樞',
      missing: '沒有存放權杖的鑰匙圈，因此沒有詢問中樞',
      denied: '鑰匙圈不給，因此沒有詢問中樞',
      timeout: '鑰匙圈沒有回應，因此沒有詢問中樞',
      failed: '鑰匙圈回報失敗，因此沒有詢問中樞',
    },
  },
  connection: {
    service: '服務',
    notConnected: '尚未連線',
    byHub: '由中樞查詢，不由這個座位查詢',
    works: '正常',
    addresses: (count) => `${count} 個位址`,
  },
  contract: { rules: '寬鬆讀取規則' },
};

/** What the lines of a diagnosis say, by language. */
export const diagnosisTextsIn: Readonly<Record<Language, DiagnosisTexts>> = {
  en: english,
  'zh-Hant': chinese,
};
