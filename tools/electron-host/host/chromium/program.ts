import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's wrapper script costs 0.3 s per start, so the program behind it comes first. */
const CANDIDATES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The Chromium to run: $HOST_CHROMIUM, or the system's.
 *
 * @throws Error with the package to install when there is none
 */
export function chromiumExecutable(): string {
  const path = process.env['HOST_CHROMIUM'] ?? CANDIDATES.find((file) => existsSync(file));
  if (path) return path;
  throw new Error(
    'electron-host: no Chromium found; install the package "chromium" or set HOST_CHROMIUM',
  );
}

/**
 * The environment of every Chromium process that the host starts: ours, with what keeps Chromium
 * from leaving files outside its profile. Its crash handler would make ~/.config/chromium with
 * any profile; without a session's runtime folder, dconf would make ~/.cache/dconf.
 */
export function chromiumEnvironment(profileDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    BREAKPAD_DUMP_LOCATION: join(profileDir, 'crashes'),
    ...(process.env['XDG_RUNTIME_DIR'] ? {} : { GSETTINGS_BACKEND: 'memory' }),
  };
}

/** Nothing may call home: the host runs on closed networks and in tests. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--metrics-recording-only',
  '--no-pings',
  '--disable-client-side-phishing-detection',
];

const FEATURES_OFF = [
  'Translate',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'GlobalMediaControls',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  // Electron switches it off too: a renderer in reserve would stay when the window is closed.
  'SpareRendererForSitePerProcess',
];

/** An application, not a browser: no bars, prompts, extensions or password manager. */
const PLAIN = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-infobars',
  '--disable-search-engine-choice-screen',
  '--hide-crash-restore-bubble',
  '--noerrdialogs',
  '--disable-session-crashed-bubble',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-prompt-on-repost',
];

/** A page may play without a click, as with Electron's own default of autoplayPolicy. */
const AUDIBLE = ['--autoplay-policy=no-user-gesture-required'];

/** A hidden window goes on working, as with Electron's backgroundThrottling: false. */
const AWAKE = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
];

/** Software rendering: small machines and virtual displays. */
const SOFTWARE = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--process-per-site',
];

/**
 * The switches of every Chromium process that the host starts.
 *
 * @param profileDir everything Chromium keeps goes in here; without its own switch the disk cache
 *   would go to ~/.cache
 * @param isSandboxed false as root, whom Chromium's sandbox refuses; `--test-type` hides the bar
 *   that warns of it
 */
export function chromiumFlags(profileDir: string, isSandboxed: boolean): readonly string[] {
  return [
    ...QUIET,
    `--disable-features=${FEATURES_OFF.join(',')}`,
    ...PLAIN,
    ...AUDIBLE,
    ...AWAKE,
    ...SOFTWARE,
    `--user-data-dir=${profileDir}`,
    `--disk-cache-dir=${join(profileDir, 'cache')}`,
    ...(isSandboxed ? [] : ['--no-sandbox', '--test-type']),
  ];
}
