import { expect, test } from 'vitest';
import {
  foreignSwitches,
  foreignVariables,
  shutOutForeign,
} from '../../../../../main/desktop/system/foreign-switches.ts';

/** A start with these switches and variables. */
function start(switches: readonly string[], variables: readonly string[] = []) {
  const line = new Set(switches);
  const env: Record<string, string | undefined> = Object.fromEntries(
    variables.map((name) => [name, '1']),
  );
  const found = shutOutForeign(
    { hasSwitch: (name) => line.has(name), removeSwitch: (name) => void line.delete(name) },
    env,
  );
  return { found, switches: [...line], variables: Object.keys(env) };
}

/*
 * What has to go, written down a second time and by itself: an entry that is missing in the program, or
 * that is added there without a reason here, fails.
 */

const sandbox = 'the sandbox must be on';
const processes = 'the window must not run where the secrets are';
const code = 'it runs code of others';
const page = 'it opens the boundaries of the page';
const scheme = 'the scheme app: must keep its rules';
const debugging = 'it reads and drives the window';
const tls = 'it weakens TLS, or the checks of certificates';
const route = 'it leads connections elsewhere';
const signIn = 'it signs the user in at servers of others';
const writes = 'it writes keys or traffic to a file';

const refused: Readonly<Record<string, string>> = {
  'no-sandbox': sandbox,
  'no-sandbox-and-elevated': sandbox,
  'disable-setuid-sandbox': sandbox,
  'disable-namespace-sandbox': sandbox,
  'disable-seccomp-filter-sandbox': sandbox,
  'disable-gpu-sandbox': sandbox,
  'disable-win32k-lockdown': sandbox,
  'allow-sandbox-debugging': sandbox,
  'no-zygote': sandbox,
  'no-zygote-sandbox': sandbox,
  'no-unsandboxed-zygote': sandbox,
  'single-process': processes,
  'in-process-gpu': processes,
  'allow-third-party-modules': code,
  'browser-subprocess-path': code,
  'zygote-cmd-prefix': code,
  'mojo-core-library-path': code,
  'js-flags': code,
};

const removed: Readonly<Record<string, string>> = {
  'remote-debugging-port': debugging,
  'remote-debugging-pipe': debugging,
  'remote-debugging-address': debugging,
  'remote-allow-origins': debugging,
  'auto-open-devtools-for-tabs': debugging,
  'renderer-cmd-prefix': code,
  'utility-cmd-prefix': code,
  'gpu-launcher': code,
  'load-extension': code,
  'disable-extensions-except': code,
  'enable-unsafe-extension-debugging': code,
  'disable-web-security': page,
  'disable-site-isolation-trials': page,
  'disable-site-isolation-for-policy': page,
  'disable-kill-after-bad-ipc': page,
  'allow-running-insecure-content': page,
  'allow-file-access-from-files': page,
  'unsafely-treat-insecure-origin-as-secure': page,
  'reduce-security-for-testing': page,
  'test-type': page,
  'expose-internals-for-testing': page,
  'blink-settings': page,
  'enable-blink-features': page,
  'disable-blink-features': page,
  'enable-blink-test-features': page,
  'enable-experimental-web-platform-features': page,
  'enable-features': page,
  'disable-features': page,
  'force-fieldtrials': page,
  'force-fieldtrial-params': page,
  'bypasscsp-schemes': scheme,
  'standard-schemes': scheme,
  'secure-schemes': scheme,
  'cors-schemes': scheme,
  'fetch-schemes': scheme,
  'service-worker-schemes': scheme,
  'streaming-schemes': scheme,
  'code-cache-schemes': scheme,
  'extension-schemes': scheme,
  'ignore-certificate-errors': tls,
  'ignore-certificate-errors-spki-list': tls,
  'allow-insecure-localhost': tls,
  'ssl-version-min': tls,
  'ssl-version-max': tls,
  'cipher-suite-blacklist': tls,
  'host-resolver-rules': route,
  'host-rules': route,
  'origin-to-force-quic-on': route,
  'proxy-server': route,
  'proxy-pac-url': route,
  'proxy-bypass-list': route,
  'proxy-auto-detect': route,
  'no-proxy-server': route,
  'auth-server-allowlist': signIn,
  'auth-server-whitelist': signIn,
  'auth-negotiate-delegate-allowlist': signIn,
  'auth-negotiate-delegate-whitelist': signIn,
  'disable-ntlm-v2': signIn,
  'ssl-key-log-file': writes,
  'log-net-log': writes,
  'net-log-capture-mode': writes,
  'enable-logging': writes,
  'log-file': writes,
};

const variables: Readonly<Record<string, string>> = {
  SSL_CERT_FILE: tls,
  SSL_CERT_DIR: tls,
  SSLKEYLOGFILE: writes,
  ELECTRON_ENABLE_LOGGING: writes,
  ELECTRON_LOG_FILE: writes,
};

/** Electron sets it in each start, so it is not reported. */
const unspoken = 'allow-file-access-from-files';

test.each(Object.keys(refused))('a package does not start with --%s', (name) => {
  const { found, switches } = start(['hidden', name]);
  expect(found).toEqual({ refused: [`--${name}`], removed: [] });
  // It stays: nothing pretends that it had been taken back.
  expect(switches).toEqual(['hidden', name]);
});

test.each(Object.keys(removed))('a package does not take --%s', (name) => {
  const { found, switches } = start(['hidden', name, 'lang']);
  expect(found).toEqual({ refused: [], removed: name === unspoken ? [] : [`--${name}`] });
  expect(switches).toEqual(['hidden', 'lang']);
});

test.each(Object.keys(variables))('a package does not take %s from its environment', (name) => {
  const { found, variables: left } = start([], ['PATH', name]);
  expect(found).toEqual({ refused: [], removed: [name] });
  expect(left).toEqual(['PATH']);
});

test('a package does not start with ELECTRON_DISABLE_SANDBOX, of which Electron makes a switch', () => {
  const { found } = start(['no-sandbox'], ['ELECTRON_DISABLE_SANDBOX']);
  expect(found.refused).toEqual(['ELECTRON_DISABLE_SANDBOX', '--no-sandbox']);
});

const sorted = (names: Iterable<string>): string[] => [...names].toSorted();

test('each of these has its reason, and there are no others', () => {
  expect(sorted(foreignSwitches.refused)).toEqual(sorted(Object.keys(refused)));
  expect(sorted(foreignSwitches.removed)).toEqual(sorted(Object.keys(removed)));
  expect(sorted(foreignVariables.refused)).toEqual(['ELECTRON_DISABLE_SANDBOX']);
  expect(sorted(foreignVariables.removed)).toEqual(sorted(Object.keys(variables)));
});

test('all of them at once are found at once', () => {
  const all = [...Object.keys(refused), ...Object.keys(removed)];
  const { found, switches, variables: left } = start(all, Object.keys(variables));
  expect(found.refused).toHaveLength(Object.keys(refused).length);
  expect(switches.toSorted()).toEqual(Object.keys(refused).toSorted());
  expect(left).toEqual([]);
});

test('switches that take nothing away stay', () => {
  const names = ['disable-gpu', 'force-device-scale-factor', 'user-data-dir', 'ozone-platform'];
  expect(start([...names, 'password-store'], ['PATH', 'HTTPS_PROXY'])).toEqual({
    found: { refused: [], removed: [] },
    switches: [...names, 'password-store'],
    variables: ['PATH', 'HTTPS_PROXY'],
  });
});
