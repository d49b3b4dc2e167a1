/** A program's command line as Chromium sees it; fits Electron's `app.commandLine`. */
export interface SwitchLine {
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
}

type Environment = Record<string, string | undefined>;

/**
 * Switches of Chromium and Electron that a package does not follow, because each takes away what protects
 * the dispatcher or hands the program to another one. A fuse closes Node's own options; these are not
 * Node's. When each is read: docs/electron-notes.md.
 */
export const foreignSwitches = {
  /** Read before our first line runs, or not provably after it: too late to take back. */
  refused: [
    // The sandbox is off, or can be looked into.
    'no-sandbox',
    'no-sandbox-and-elevated',
    'disable-setuid-sandbox',
    'disable-namespace-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-gpu-sandbox',
    'disable-win32k-lockdown',
    'allow-third-party-modules',
    'allow-sandbox-debugging',
    'no-zygote',
    'no-zygote-sandbox',
    'no-unsandboxed-zygote',
    // The window runs in the process that has the secrets.
    'single-process',
    'in-process-gpu',
    // Another program or library runs in place of ours.
    'browser-subprocess-path',
    'zygote-cmd-prefix',
    'mojo-core-library-path',
    // The engine of the main process gets flags of others.
    'js-flags',
  ],
  /** Read once Electron is ready: removed before that, they have no effect. */
  removed: [
    // A port or pipe that reads and drives the window.
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-debugging-address',
    'remote-allow-origins',
    'auto-open-devtools-for-tabs',
    // Another program or an extension runs.
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'gpu-launcher',
    'load-extension',
    'disable-extensions-except',
    'enable-unsafe-extension-debugging',
    // The page's boundaries open.
    'disable-web-security',
    'disable-site-isolation-trials',
    'disable-site-isolation-for-policy',
    'disable-kill-after-bad-ipc',
    'allow-running-insecure-content',
    'allow-file-access-from-files',
    'unsafely-treat-insecure-origin-as-secure',
    'reduce-security-for-testing',
    'test-type',
    'expose-internals-for-testing',
    'blink-settings',
    'enable-blink-features',
    'disable-blink-features',
    'enable-blink-test-features',
    'enable-experimental-web-platform-features',
    'enable-features',
    'disable-features',
    'force-fieldtrials',
    'force-fieldtrial-params',
    // Electron passes these on to the page: `app:` would stand outside the Content-Security-Policy.
    'bypasscsp-schemes',
    'standard-schemes',
    'secure-schemes',
    'cors-schemes',
    'fetch-schemes',
    'service-worker-schemes',
    'streaming-schemes',
    'code-cache-schemes',
    'extension-schemes',
    // Updates come from elsewhere, or over a connection that is not checked.
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
    'allow-insecure-localhost',
    'ssl-version-min',
    'ssl-version-max',
    'cipher-suite-blacklist',
    'host-resolver-rules',
    'host-rules',
    'origin-to-force-quic-on',
    // The way out is what the system and the settings say.
    'proxy-server',
    'proxy-pac-url',
    'proxy-bypass-list',
    'proxy-auto-detect',
    'no-proxy-server',
    // The system's user is signed in at servers of others.
    'auth-server-allowlist',
    'auth-server-whitelist',
    'auth-negotiate-delegate-allowlist',
    'auth-negotiate-delegate-whitelist',
    'disable-ntlm-v2',
    // Keys and traffic are written to a file.
    'ssl-key-log-file',
    'log-net-log',
    'net-log-capture-mode',
    'enable-logging',
    'log-file',
  ],
} as const;

/** Environment variables that do the same. */
export const foreignVariables = {
  /** Electron makes `--no-sandbox` of it before our first line. */
  refused: ['ELECTRON_DISABLE_SANDBOX'],
  removed: [
    // On Linux these take the place of the system's store of authorities.
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    // Chromium writes the keys of its connections there.
    'SSLKEYLOGFILE',
    'ELECTRON_ENABLE_LOGGING',
    'ELECTRON_LOG_FILE',
  ],
} as const;

/** Electron adds it to each start, so it is not reported. */
const electronsOwn = 'allow-file-access-from-files';

/** What was found, as a person would write it. */
export interface ForeignOptions {
  /** With any of these the program must not go on. */
  readonly refused: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Takes foreign switches and variables away from a package. Must be called before Electron is ready and
 * before schemes are registered.
 */
export function shutOutForeign(line: SwitchLine, env: Environment): ForeignOptions {
  const switches = foreignSwitches.removed.filter((name) => line.hasSwitch(name));
  for (const name of switches) line.removeSwitch(name);
  const variables = foreignVariables.removed.filter((name) => env[name] !== undefined);
  for (const name of variables) delete env[name];
  return {
    // The variable comes first: it was written, the switch that Electron makes of it was not.
    refused: [
      ...foreignVariables.refused.filter((name) => env[name] !== undefined),
      ...foreignSwitches.refused.filter((name) => line.hasSwitch(name)).map(asTyped),
    ],
    removed: [...switches.filter((name) => name !== electronsOwn).map(asTyped), ...variables],
  };
}

function asTyped(name: string): string {
  return `--${name}`;
}
