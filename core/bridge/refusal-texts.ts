import type { KeychainFault } from '../delivery/connection.ts';
import type { Language } from '../text/language.ts';

const englishKeychain: Readonly<Record<KeychainFault, string>> = {
  locked:
    'This computer’s keychain is locked, so the client secret stays where it is. Unlock the keychain and try again.',
  missing:
    'This computer offers no keychain, and Waybell keeps secrets nowhere else. Start a keychain such as GNOME Keyring or KWallet and try again.',
  denied: 'This computer’s keychain did not give Waybell access. Allow the access and try again.',
  timeout:
    'This computer’s keychain did not answer. It may be waiting for its password in another window; answer it there and try again.',
  failed:
    'This computer’s keychain reported a failure. Nothing was stored. Try again, or restart the keychain.',
};

/** What the dispatcher reads when something was not done: what happened, and what to do about it. */
const english = {
  bridge: {
    'malformed-request': 'The window sent something that Waybell does not understand.',
    'untrusted-sender': 'The request did not come from the Waybell window.',
    'internal-error': 'Something went wrong inside Waybell. The log has the details.',
  },
  keychain: englishKeychain,
  /** The same where nothing had to be stored yet. */
  heartbeatUrl: 'Enter the whole address of your monitor.',
  webhookKeychain: {
    ...englishKeychain,
    locked:
      'This computer’s keychain is locked, so nothing was changed. Unlock the keychain and try again.',
    failed:
      'This computer’s keychain reported a failure, so nothing was changed. Try again, or restart the keychain.',
  },
  baseUrl: {
    empty: 'Enter the base URL of the delivery service, such as https://api.example.com.',
    tooLong:
      'This address is longer than 2,000 characters. Check that only the base URL was pasted.',
    schemeMissing: 'Start the address with https://.',
    schemeRefused: 'The address must start with https://.',
    notEncrypted:
      'The address must start with https://. http:// is possible only for a service on this computer.',
    notAnAddress: 'This is not a web address. Check for spaces and missing parts.',
    userInfo: 'Leave user name and password out of the address. Credentials have their own fields.',
    queryOrFragment:
      'Leave out everything from ? or # on: the base URL ends with the host or a path.',
    linkLocal: 'This address belongs to the network equipment itself, not to a delivery service.',
  },
  caFile: {
    tooLarge:
      'The certificate file is too large to be one of certificates. Choose the PEM file from IT again.',
    notPlain:
      'The certificate file is a folder, a pipe or a device. Choose the PEM file from IT again.',
    unreadable: 'The certificate file cannot be read. Choose the PEM file from IT again.',
    noCertificate:
      'The certificate file holds no certificate in PEM form. Choose the PEM file from IT again.',
    damaged:
      'The certificate file holds a certificate that is damaged. Choose the PEM file from IT again.',
  },
  join: {
    notAnAddress: 'This is not the address of a hub. It looks like https://hub.example.com.',
    plainHttp:
      'The address must start with https://. http:// is possible only for a hub on this computer.',
    codeRefused:
      'The hub does not take this code: it is mistyped, was used already, or is older than ten minutes. Ask for a new one.',
    untrusted:
      'This computer does not know who issued the hub’s certificate, so nothing was sent. Ask IT to make it known to this computer.',
    away: 'No hub answers there. Check the address, and whether this computer is on the same network.',
  },
  team: {
    viewer:
      'This desk looks on: it changes nothing that the team shares, has no order checked, and shows no whole numbers.',
    revoked: 'This desk is no longer in the team, so nothing was changed.',
    queueFull:
      'Too many changes wait for the hub, so nothing was changed. Try again once it is back.',
  },
  hubSettings: {
    away: 'The team’s hub was not reached, so nothing was read or changed. Try again once it is back.',
    viewer: 'This desk looks on: it changes nothing that the team shares.',
    locked: 'The computer of the hub sets this, so nothing was changed.',
  },
  folderNotShown:
    'The system did not open the folder. Open it in the file manager: “Diagnostics” says where it is.',
  notCalled: 'This number could not be handed to a program for calls. Copy it instead.',
  listTooLarge:
    'The watch list is too large for one file that can be imported, so nothing was saved. Save it with fewer finished orders, or without names, numbers and addresses.',
  transfer: {
    tooLarge:
      'The file is larger than 500\u00A0MB or holds more than 200,000 orders, so nothing was imported.',
    settingsTooLarge:
      'Settings have 1\u00A0MB at most and this file is larger, so nothing was imported.',
    notOurs:
      'This is no file that Waybell exported, so nothing was imported. Orders of another program are watched by dropping its file on the window.',
    newer:
      'The file was written by a newer Waybell. Nothing was changed; update Waybell, then import it again.',
    damaged: 'The file is damaged or cut off, so nothing was imported. Ask for it again.',
  },
  noSecretStored:
    'No client secret is stored for this base URL and client ID. Enter the client secret.',
  demoNotStarted: 'The demo service did not start. Quit Waybell, start it again and try once more.',
  connectionNotWritten:
    'The connection could not be written to this computer’s disk. Check that the disk is not full and try again.',
  baseUrlLocked: (baseUrl: string): string =>
    `Your company chose the service of this computer: ${baseUrl}. Connect to that one.`,
  settingLocked: 'Your company set this, so it stays as it is.',
  settingsRetired: (names: string): string => `Does not take what Waybell has no more: ${names}.`,
  /** Entries of a file whose value is not understood. */
  entriesLeftOut: (many: number): string =>
    many === 1
      ? '1 entry does not fit and is left out.'
      : `${many.toLocaleString('en')} entries do not fit and are left out.`,
  settingsLeftOut: (many: number): string =>
    many === 1
      ? 'Leaves one setting out, because your company set it.'
      : `Leaves ${many} settings out, because your company set them.`,
  settingsNotWritten:
    'The settings could not be written to this computer’s disk, so nothing was changed. Check that the disk is not full and try again.',
  archiveNotWritten:
    'The archive could not be written to this computer’s disk, so nothing was moved. Check that the disk is not full and try again.',
  fileNotWritten: 'The file could not be written there. Choose another folder and try again.',
  /** Why a file is not written where a person said. */
  saving: {
    profileFile: 'This is a file of Waybell itself. Choose another folder or name.',
    foreign: 'A file is there that is no earlier export of this kind, so it stays as it is.',
    deadLink: 'This is a link that leads nowhere, so nothing was written. Choose another name.',
    notPlain: 'This is a folder or a disk, so nothing was written. Choose another name.',
  },
  fileNotRead: 'The file could not be read.',
  fileChanged:
    'The file has changed since it was looked at, so nothing was imported. Choose it again.',
  nothingRecorded: 'Nothing is recorded yet, so nothing was saved.',
  nothingToImport: 'There is nothing to import any more. Choose the file again.',
  importNotWritten: 'The settings could not be written to this computer’s disk.',
  notErased:
    'Not everything could be erased from this computer’s disk; another program may be reading the watch list. Close it and erase once more.',
  unanswered: 'Waybell did not answer. What you did may not have taken effect.',
};

export type RefusalTexts = typeof english;

/** Why an address is not accepted as the service's. */
export type BaseUrlFault = keyof RefusalTexts['baseUrl'];

/** Why a file of certificates is not used. */
export type CaFileFault = keyof RefusalTexts['caFile'];

const chineseKeychain: typeof englishKeychain = {
  locked: '這台電腦的鑰匙圈已鎖定，所以用戶端密鑰維持原樣。請解鎖鑰匙圈，再試一次。',
  missing:
    '這台電腦沒有鑰匙圈，而 Waybell 不會把密鑰存放在其他地方。請啟動鑰匙圈，例如 GNOME Keyring 或 KWallet，再試一次。',
  denied: '這台電腦的鑰匙圈不允許 Waybell 存取。請允許存取，再試一次。',
  timeout: '這台電腦的鑰匙圈沒有回應。它可能在另一個視窗等候密碼；請在那裡回答，再試一次。',
  failed: '這台電腦的鑰匙圈回報失敗。沒有儲存任何資料。請再試一次，或重新啟動鑰匙圈。',
};

const chinese: RefusalTexts = {
  bridge: {
    'malformed-request': '視窗送出了 Waybell 無法理解的內容。',
    'untrusted-sender': '這個請求不是來自 Waybell 視窗。',
    'internal-error': 'Waybell 內部發生錯誤。詳情請看記錄檔。',
  },
  keychain: chineseKeychain,
  /** The same where nothing had to be stored yet. */
  heartbeatUrl: '請輸入監控服務的完整網址。',
  webhookKeychain: {
    ...chineseKeychain,
    locked: '這台電腦的鑰匙圈已鎖定，所以沒有任何變更。請解鎖鑰匙圈，再試一次。',
    failed: '這台電腦的鑰匙圈回報失敗，所以沒有任何變更。請再試一次，或重新啟動鑰匙圈。',
  },
  baseUrl: {
    empty: '請輸入配送服務的基本網址，例如 https://api.example.com。',
    tooLong: '這個網址超過 2,000 個字元。請確認只貼上了基本網址。',
    schemeMissing: '網址請以 https:// 開頭。',
    schemeRefused: '網址必須以 https:// 開頭。',
    notEncrypted: '網址必須以 https:// 開頭。http:// 只能用於這台電腦上的服務。',
    notAnAddress: '這不是網址。請檢查是否有空格或缺少部分。',
    userInfo: '網址中請不要放使用者名稱和密碼。認證資料有自己的欄位。',
    queryOrFragment: '請去掉 ? 或 # 之後的部分：基本網址以主機或路徑結尾。',
    linkLocal: '這個位址屬於網路設備本身，不是配送服務。',
  },
  caFile: {
    tooLarge: '憑證檔太大，不像是憑證。請重新選擇 IT 部門提供的 PEM 檔。',
    notPlain: '憑證檔是資料夾、管道或裝置。請重新選擇 IT 部門提供的 PEM 檔。',
    unreadable: '讀不到憑證檔。請重新選擇 IT 部門提供的 PEM 檔。',
    noCertificate: '憑證檔中沒有 PEM 格式的憑證。請重新選擇 IT 部門提供的 PEM 檔。',
    damaged: '憑證檔中有損壞的憑證。請重新選擇 IT 部門提供的 PEM 檔。',
  },
  join: {
    notAnAddress: '這不是中樞的網址。網址的樣子是 https://hub.example.com。',
    plainHttp: '網址必須以 https:// 開頭。http:// 只能用於這台電腦上的中樞。',
    codeRefused: '中樞不接受這個代碼：可能打錯、已經用過，或超過十分鐘。請索取新的代碼。',
    untrusted: '這台電腦不認識中樞憑證的簽發者，所以沒有送出任何內容。請 IT 部門讓這台電腦認識它。',
    away: '那裡沒有中樞回應。請檢查網址，以及這台電腦是否在同一個網路。',
  },
  team: {
    viewer: '這個座位只能檢視：不能更改團隊共用的內容，不能要求查詢訂單，也不會顯示完整號碼。',
    revoked: '這個座位已不在團隊中，所以沒有更改任何內容。',
    queueFull: '等待中樞的更改太多，所以沒有更改任何內容。請在中樞恢復後再試一次。',
  },
  hubSettings: {
    away: '無法連接團隊的中樞，所以沒有讀取或更改任何內容。請在中樞恢復後再試一次。',
    viewer: '這個座位只能檢視：不能更改團隊共用的內容。',
    locked: '這項由中樞所在的電腦設定，所以沒有更改任何內容。',
  },
  folderNotShown: '系統沒有開啟資料夾。請用檔案管理員開啟：「診斷」列出了它的位置。',
  notCalled: '這個號碼無法交給通話程式，請改為複製號碼。',
  listTooLarge:
    '追蹤清單太大，存成一個檔案就無法匯入，所以沒有儲存。請少選一些已結束的訂單，或不含姓名、電話和地址再存一次。',
  transfer: {
    tooLarge: '檔案超過 500\u00A0MB 或 200,000 筆訂單，所以沒有匯入。',
    settingsTooLarge: '設定檔最多 1\u00A0MB，這個檔案較大，所以沒有匯入。',
    notOurs:
      '這不是 Waybell 匯出的檔案，所以沒有匯入。要追蹤其他程式的訂單，請把它的檔案拖到視窗。',
    newer: '這個檔案由較新的 Waybell 寫成。沒有任何變更；請先更新 Waybell，再匯入一次。',
    damaged: '檔案已損壞或不完整，所以沒有匯入。請重新索取檔案。',
  },
  noSecretStored: '這個基本網址和用戶端 ID 沒有存放密鑰。請輸入用戶端密鑰。',
  demoNotStarted: '示範服務沒有啟動。請結束 Waybell，重新啟動後再試一次。',
  connectionNotWritten: '連線無法寫入這台電腦的磁碟。請確認磁碟沒有滿，再試一次。',
  baseUrlLocked: (baseUrl) => `這台電腦的服務由貴公司決定：${baseUrl}。請連線到該服務。`,
  settingLocked: '這項設定由貴公司決定，所以維持原樣。',
  settingsRetired: (names) => `略過 Waybell 已不再提供的設定：${names}。`,
  entriesLeftOut: (many) => `${many.toLocaleString('zh-Hant')} 個項目不符，會略過。`,
  settingsLeftOut: (many) => `略過 ${many} 項設定，因為由貴公司決定。`,
  settingsNotWritten: '設定無法寫入這台電腦的磁碟，所以沒有任何變更。請確認磁碟沒有滿，再試一次。',
  archiveNotWritten:
    '封存無法寫入這台電腦的磁碟，所以沒有移動任何訂單。請確認磁碟沒有滿，再試一次。',
  fileNotWritten: '檔案無法寫入該處。請選擇其他資料夾，再試一次。',
  /** Why a file is not written where a person said. */
  saving: {
    profileFile: '這是 Waybell 自己的檔案。請選擇其他資料夾或名稱。',
    foreign: '該處已有檔案，而且不是先前匯出的同類檔案，所以維持原樣。',
    deadLink: '這個連結沒有指向任何檔案，所以沒有寫入。請選擇其他名稱。',
    notPlain: '這是資料夾或磁碟，所以沒有寫入。請選擇其他名稱。',
  },
  fileNotRead: '讀不到這個檔案。',
  fileChanged: '檔案在檢視後有變更，所以沒有匯入。請重新選擇檔案。',
  nothingRecorded: '目前還沒有任何記錄，因此沒有儲存。',
  nothingToImport: '已經沒有可匯入的內容。請重新選擇檔案。',
  importNotWritten: '設定無法寫入這台電腦的磁碟。',
  notErased:
    '無法從這台電腦的磁碟清除全部資料；可能有其他程式正在讀取追蹤清單。請關閉該程式，再清除一次。',
  unanswered: 'Waybell 沒有回應。你剛才的動作可能沒有生效。',
};

/** What the dispatcher reads when something was not done, by language. */
export const refusalTextsIn: Readonly<Record<Language, RefusalTexts>> = {
  en: english,
  'zh-Hant': chinese,
};
