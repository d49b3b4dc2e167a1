import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { UpdateFeed } from './update-service.ts';

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

/** Far above a package, and above what a feed says of itself. */
const mostBytes = { ofPackage: 1_000_000_000, ofFeed: 1_000_000 } as const;

/** The part of a request and its answer that {@link guardRequests} uses; Electron's and Node's are alike in it. */
interface GuardedRequest {
  abort(): void;
}
interface GuardedAnswer {
  on(event: 'data', listener: (bytes: { readonly length: number }) => void): unknown;
}
type Create = (
  options: { readonly protocol?: string | null; readonly hostname?: string | null },
  answered: (answer: GuardedAnswer) => void,
) => GuardedRequest;

/** What the requests of one look may do. */
interface Look {
  mostBytes: number;
  /** Ends the look. */
  readonly fail: (message: string) => void;
}

/** Nothing listens there, and Chromium refuses port 1 itself, so each request fails at once. */
const nowhere = { protocol: 'http:', hostname: '127.0.0.1', port: 1, auth: null };

/**
 * Has each request of an updater go by https, or to this computer, redirected ones too, and ends one whose answer is
 * longer than it may be: the updater itself follows anywhere and reads without an end.
 */
function guardRequests(source: AppUpdater, look: () => Look | null): void {
  const executor: unknown = Reflect.get(source, 'httpExecutor');
  const create: unknown = Reflect.get(Object(executor), 'createRequest');
  if (typeof create !== 'function') throw new Error('the updater makes requests in another way');
  const guarded: Create = (options, answered) => {
    // A redirect is followed in a listener, where an error would end the program.
    const to = isPrivate(options) ? options : { ...options, ...nowhere };
    if (to !== options) look()?.fail('an update comes by https alone');
    let byteCount = 0;
    const request: GuardedRequest = create.call(executor, to, (answer: GuardedAnswer) => {
      answered(answer);
      answer.on('data', ({ length }) => {
        byteCount += length;
        const now = look();
        if (now === null || byteCount <= now.mostBytes) return;
        now.fail('an answer is longer than it may be');
        request.abort();
      });
    });
    return request;
  };
  Reflect.set(Object(executor), 'createRequest', guarded);
}

function isPrivate({ hostname, protocol }: Parameters<Create>[0]): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

/** A name without a folder, as packages are written beside their feed. */
const plainName = /^[a-z\d][\w.+-]*$/i;

/**
 * Why an offered version is not fetched: the updater takes a name with a path for one in the folder where it keeps
 * what it fetched, and a version of a channel for those who try what is new.
 */
function faultOf(updateInfo: UpdateInfo, isOfChannel: boolean): string | null {
  if (!isOfChannel && !/^\d+\.\d+\.\d+$/.test(updateInfo.version)) return 'a version of a channel';
  if (updateInfo.files.some(({ url }) => !plainName.test(url))) return 'a name with a path';
  if (updateInfo.files.some(({ size = 0 }) => size > mostBytes.ofPackage)) return 'too large';
  return null;
}

/**
 * A feed by electron-updater, which checks what it fetched against the feed's SHA-512 and, on Windows
 * and macOS, against the publisher's signature. https://www.electron.build/auto-update
 *
 * It installs nothing by itself, not at an ordinary end either, accepts no older version and logs
 * nothing: its log lines carry addresses and paths.
 *
 * @param load gives the updater for this system; called at the first look
 */
export function updaterFeed(load: () => Promise<AppUpdater>): UpdateFeed {
  let loaded: Promise<AppUpdater> | null = null;
  let look: Look | null = null;
  const updater = async (): Promise<AppUpdater> => {
    loaded ??= load().then((source) => {
      source.autoDownload = false;
      source.autoInstallOnAppQuit = false;
      source.allowDowngrade = false;
      source.disableWebInstaller = true;
      source.logger = null;
      // Failures come back from the calls; an event without a listener would end the program.
      source.on('error', () => undefined);
      guardRequests(source, () => look);
      return source;
    });
    return loaded;
  };
  return {
    async fetchNewer(fetching) {
      const source = await updater();
      const cut = Promise.withResolvers<never>();
      // Nothing may wait for it when it comes.
      cut.promise.catch(() => undefined);
      look = {
        mostBytes: mostBytes.ofFeed,
        fail: (message) => cut.reject(new Error(message)),
      };
      const result = await Promise.race([source.checkForUpdates(), cut.promise]);
      // Null where the updater could not replace the program.
      if (result === null) throw new Error('this copy cannot be replaced');
      if (!result.isUpdateAvailable) return null;
      const { files, version } = result.updateInfo;
      const fault = faultOf(result.updateInfo, source.currentVersion.prerelease.length > 0);
      if (fault !== null) throw new Error(`the feed offers ${fault}`);
      look.mostBytes = Math.max(...files.map(({ size = mostBytes.ofPackage }) => size));
      const progressed = ({ percent }: { readonly percent: number }) => fetching(version, percent);
      fetching(version, 0);
      source.on('download-progress', progressed);
      try {
        await Promise.race([source.downloadUpdate(), cut.promise]);
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
