import type { updateWords as english } from '../en/update.ts';

/** The words about newer versions, in Traditional Chinese. */
export const updateWords: typeof english = {
  title: '版本',
  version: (version) => `Waybell ${version}`,
  noFeed: '這份程式不會尋找新版本。請向提供給你的人索取。',
  notLooked: '即將尋找新版本',
  latest: (ago) => `已是最新版本。上次尋找：${ago}。`,
  looking: '正在尋找新版本',
  fetching: (version, percent) => `正在下載 ${version}，${percent}%`,
  ready: (version) => `${version} 已就緒。重新啟動只需幾秒，不會遺失任何資料。`,
  failed: (ago) => `上次尋找失敗：${ago}。會自動再試。`,
  look: '立即尋找',
  restart: '重新啟動以更新',
  byItself: '尋找新版本',
  byItselfHelp: '在背景下載；何時重新啟動由你決定',
  becameReady: (version) => `Waybell ${version} 已就緒。請到「設定」的「這台電腦」重新啟動。`,
};
