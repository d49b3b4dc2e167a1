import type { AppUpdater } from 'electron-updater';
import type { UpdateFeed } from '../../updates/update-service.ts';

/**
 * Whether a feed's package may take the place of this copy. A copy that was unpacked by hand or runs from
 * a stick has no installed place. On Windows a feed brings NSIS packages: beside a copy that MSI installed,
 * such a package would install a second one, and who manages the computers brings the newer MSI.
 *
 * @param isThere whether a file is there, named from the folder of the program's resources
 */
export function isReplaceable(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  isThere: (file: string) => boolean,
): boolean {
  // electron-builder writes package-type into a deb.
  if (platform === 'linux') return env['APPIMAGE'] !== undefined || isThere('package-type');
  if (env['PORTABLE_EXECUTABLE_DIR'] !== undefined) return false;
  // Only NSIS leaves an uninstaller beside the program.
  return platform !== 'win32' || isThere('../Uninstall Waybell.exe');
}

/**
 * A feed by electron-updater, which checks what it fetched against the feed's SHA-512 and, on Windows
 * and macOS, against the publisher's signature. https://www.electron.build/auto-update
 *
 * It installs nothing by itself, not at an ordinary end either, takes no older version and logs
 * nothing: its log lines carry addresses and paths.
 *
 * @param load gives the updater for this system; called at the first look
 */
export function updaterFeed(load: () => Promise<AppUpdater>): UpdateFeed {
  let loaded: Promise<AppUpdater> | null = null;
  const updater = async (): Promise<AppUpdater> => {
    loaded ??= load().then((source) => {
      source.autoDownload = false;
      source.autoInstallOnAppQuit = false;
      source.allowDowngrade = false;
      source.disableWebInstaller = true;
      source.logger = null;
      // Failures come back from the calls; an event without a listener would end the program.
      source.on('error', () => undefined);
      return source;
    });
    return loaded;
  };
  return {
    async fetchNewer(fetching) {
      const source = await updater();
      const result = await source.checkForUpdates();
      // Null where the updater could not replace the program.
      if (result === null) throw new Error('this copy cannot be replaced');
      if (!result.isUpdateAvailable) return null;
      const { version } = result.updateInfo;
      const progressed = ({ percent }: { readonly percent: number }) => fetching(version, percent);
      fetching(version, 0);
      source.on('download-progress', progressed);
      try {
        await source.downloadUpdate();
      } finally {
        source.off('download-progress', progressed);
      }
      return version;
    },
    restart() {
      void loaded?.then((source) => source.quitAndInstall(true, true));
    },
  };
}
