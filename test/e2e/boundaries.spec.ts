import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDeliveryService, testIdentity } from '@waybell/simulator';
import { runQuietly } from '../../tools/process/child-process.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { electronArguments, electronExecutable } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import './support/window-bridge.ts';

/*
 * What an injected script could do in the window. Every rule is tested from inside the page of the built
 * app, with all the rights of the app's own scripts.
 */

let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;
const asked: string[] = [];
const outside = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('access-control-allow-origin', '*');
  response.end('window.stranger = true');
});
let outsideUrl = '';
/** Connections to the server outside, with or without a request. */
let connections = 0;
outside.on('connection', () => (connections += 1));
/** Packets to a port outside, such as those by which a peer connection asks for this computer's addresses. */
let packets = 0;
const outsidePackets = createSocket('udp4', () => (packets += 1));

/** A violation of the policy, as the browser reports it to the page. */
interface Violation {
  readonly directive: string;
  readonly blocked: string;
}

/** Runs a script in the page and returns the violations that it causes. */
async function violations(script: string): Promise<readonly Violation[]> {
  await window.evaluate(() => {
    const kept: Violation[] = [];
    Reflect.set(globalThis, 'violations', kept);
    document.addEventListener('securitypolicyviolation', (event) => {
      kept.push({ directive: event.effectiveDirective, blocked: event.blockedURI });
    });
  });
  // The debugger runs the text without regard to the policy, as if the script had been injected.
  await window.evaluate(script).catch(() => undefined);
  return eventually('a violation', async () => {
    const seen = await window.evaluate(
      () => Reflect.get(globalThis, 'violations') as readonly Violation[],
    );
    return seen.length > 0 ? seen : null;
  });
}

/** What would have certificates accepted unchecked by Chromium, by Node and by other programs. */
const uncheckedSwitches = ['--ignore-certificate-errors', '--allow-insecure-localhost'];
const uncheckedVariables = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSL_NO_VERIFY: '1' };

const stranger = (): Promise<unknown> => window.evaluate(() => Reflect.get(globalThis, 'stranger'));

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    outside.listen(0, '127.0.0.1', resolve);
  });
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => {
    outsidePackets.bind(0, '127.0.0.1', resolve);
  });
  profile = await throwAwayProfile();
  running = await startApp(profile.dir, uncheckedSwitches, uncheckedVariables);
  window = running.window;
  await window.getByLabel('Base URL').waitFor();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  outside.close();
  outsidePackets.close();
  await profile?.remove();
});

beforeEach(() => {
  asked.length = 0;
  connections = 0;
  packets = 0;
});

test.each<[string, RegExp, (outsideUrl: string) => string]>([
  [
    'an inline script',
    /^(?:script-src|require-trusted-types-for)/,
    () =>
      'const s = document.createElement("script"); s.append("window.stranger = true"); document.body.append(s)',
  ],
  [
    'a script as an attribute',
    /^(?:script-src|require-trusted-types-for)/,
    () =>
      'const b = document.createElement("b"); b.setAttribute("onclick", "window.stranger = true"); document.body.append(b); b.click()',
  ],
  [
    'a script as a data address',
    /^script-src/,
    () => 'import("data:text/javascript,window.stranger=true")',
  ],
  ['a script from elsewhere', /^script-src/, (url) => `import("${url}/script.js")`],
  [
    'a style in the page',
    /^style-src/,
    () => 'const s = document.createElement("style"); s.append("*{}"); document.head.append(s)',
  ],
  ['an image from elsewhere', /^img-src/, (url) => `new Image().src = "${url}/pixel.png"`],
  ['a request to elsewhere', /^connect-src/, (url) => `fetch("${url}/order")`],
  [
    'a beacon',
    /^connect-src/,
    (url) => `navigator.sendBeacon("${url}/beacon", "what the window knows")`,
  ],
  ['a socket', /^connect-src/, (url) => `new WebSocket("${url.replace('http', 'ws')}/socket")`],
  [
    'a frame',
    /^frame-src/,
    (url) =>
      `const f = document.createElement("iframe"); f.src = "${url}/frame"; document.body.append(f)`,
  ],
  [
    'a form that is sent elsewhere',
    /^form-action/,
    (url) =>
      `const f = document.createElement("form"); f.action = "${url}/form"; f.method = "post"; document.body.append(f); f.submit()`,
  ],
  [
    'another base for addresses',
    /^base-uri/,
    (url) =>
      `const b = document.createElement("base"); b.href = "${url}/"; document.head.append(b)`,
  ],
])('%s is refused and reported', async (_name, directive, script) => {
  const [first] = await violations(script(outsideUrl));
  expect(first?.directive).toMatch(directive);
  expect(asked).toEqual([]);
  expect(await stranger()).toBeUndefined();
});

test.each([
  ['innerHTML', 'document.createElement("b").innerHTML = "<img src=x onerror=alert(1)>"'],
  [
    'outerHTML',
    'const b = document.createElement("b"); document.body.append(b); b.outerHTML = "<i>"',
  ],
  ['the address of a script', 'document.createElement("script").src = "/assets/x.js"'],
  ['a parsed document', 'new DOMParser().parseFromString("<b>", "text/html")'],
  ['document.write', 'document.write("<b>")'],
])('Trusted Types: no text becomes markup by %s', async (_name, script) => {
  const [first] = await violations(script);
  expect(first).toEqual({ directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' });
});

test('Trusted Types: the page cannot create a policy', async () => {
  const [first] = await violations(
    'trustedTypes.createPolicy("default", { createHTML: (text) => text })',
  );
  expect(first?.directive).toBe('trusted-types');
});

test('text is never run: neither by eval nor by a timer', async () => {
  // The debugger may evaluate anything, so a module of the page tries it.
  const [first] = await violations('setTimeout("window.stranger = true", 0)');
  expect(first?.directive).toMatch(/^(?:script-src|require-trusted-types-for)/);
  expect(await stranger()).toBeUndefined();
});

test('the page cannot navigate away', async () => {
  const before = window.url();
  for (const script of [
    `location.href = "${outsideUrl}/gone"`,
    `location.replace("${outsideUrl}/gone")`,
    'location.href = "file:///etc/passwd"',
    'location.href = "javascript:window.stranger = true"',
    `const a = document.createElement("a"); a.href = "${outsideUrl}/gone"; document.body.append(a); a.click()`,
  ]) {
    await window.evaluate(script).catch(() => undefined);
    // A second evaluation comes after everything that the first one has caused.
    await window.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(window.url()).toBe(before);
  }
  expect(asked).toEqual([]);
  expect(await stranger()).toBeUndefined();
  // Playwright's own waiting would wait for the navigation that was prevented.
  const heading = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      'document.querySelector("input")?.labels[0].textContent',
    ),
  );
  expect(heading).toContain('Base URL');
});

test('no window is opened', async () => {
  await window.evaluate((url) => {
    Reflect.set(globalThis, 'opened', [open(`${url}/popup`), open('about:blank')]);
  }, outsideUrl);
  expect(await window.evaluate(() => Reflect.get(globalThis, 'opened') as unknown)).toEqual([
    null,
    null,
  ]);
  const count = await running.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
  );
  expect(count).toBe(1);
  expect(asked).toEqual([]);
});

test('no permission is given: no notifications, location, camera or microphone', async () => {
  const states = await window.evaluate(async () => {
    const names = ['notifications', 'geolocation', 'camera', 'microphone', 'clipboard-read'];
    const asking = names.map(async (name) => {
      try {
        return (await navigator.permissions.query({ name: name as PermissionName })).state;
      } catch {
        return 'denied';
      }
    });
    return Promise.all([...asking, Notification.requestPermission()]);
  });
  expect(states.filter((state) => state === 'granted')).toEqual([]);
  const heard = await window.evaluate(() =>
    Promise.race([
      navigator.mediaDevices?.getUserMedia({ audio: true }).then(
        () => 'heard',
        () => 'refused',
      ) ?? 'refused',
      new Promise<string>((done) => {
        navigator.geolocation.getCurrentPosition(
          () => done('located'),
          () => done('refused'),
        );
      }),
    ]),
  );
  expect(heard).toBe('refused');
});

test('a peer connection gathers no address and reaches no server and no peer', async () => {
  const tcp = (outside.address() as AddressInfo).port;
  const udp = outsidePackets.address().port;
  const gathered = await window.evaluate(
    async (ports) => {
      const gathering = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${ports.udp}` },
          { urls: `turn:127.0.0.1:${ports.udp}`, username: 'u', credential: 'c' },
          { urls: `turn:127.0.0.1:${ports.tcp}?transport=tcp`, username: 'u', credential: 'c' },
        ],
      });
      const found: string[] = [];
      const isDone = new Promise<void>((resolve) => {
        gathering.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve();
          else found.push(candidate.candidate);
        });
      });
      gathering.createDataChannel('x');
      await gathering.setLocalDescription();
      await isDone;
      gathering.close();
      return found.filter((candidate) => candidate !== '');
    },
    { tcp, udp },
  );
  expect(gathered).toEqual([]);

  const ended = await window.evaluate(
    async (ports) => {
      const [calling, called] = [new RTCPeerConnection(), new RTCPeerConnection()];
      const isOver = new Promise<string>((resolve) => {
        calling.addEventListener('iceconnectionstatechange', () => {
          if (calling.iceConnectionState !== 'checking') resolve(calling.iceConnectionState);
        });
      });
      calling.createDataChannel('x');
      await calling.setLocalDescription();
      await called.setRemoteDescription(calling.localDescription ?? { type: 'rollback' });
      await called.setLocalDescription();
      await calling.setRemoteDescription(called.localDescription ?? { type: 'rollback' });
      for (const candidate of [
        `candidate:1 1 udp 2122260223 127.0.0.1 ${ports.udp} typ host`,
        `candidate:2 1 tcp 1518280447 127.0.0.1 ${ports.tcp} typ host tcptype passive`,
      ]) {
        await calling.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
      }
      const state = await isOver;
      calling.close();
      called.close();
      return state;
    },
    { tcp, udp },
  );
  expect(ended).toMatch(/^(?:disconnected|failed)$/);
  expect({ connections, packets }).toEqual({ connections: 0, packets: 0 });
});

test('a page has no name looked up, and no connection made ready', async () => {
  const log = join(profile.dir, 'network-log.json');
  await running.app.evaluate(
    ({ session }, path) => session.defaultSession.netLog.startLogging(path),
    log,
  );
  await window.evaluate(async (url) => {
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender', 'modulepreload']) {
      for (const href of [`${url}/${rel}`, `http://${rel}.example.test/`]) {
        const link = document.createElement('link');
        Object.assign(link, { rel, href });
        document.head.append(link);
      }
    }
    // Comes after everything that the hints have caused.
    await fetch('app://waybell/index.html');
  }, outsideUrl);
  await running.app.evaluate(async ({ session }) => {
    // Shows that a lookup is in the log.
    await session.defaultSession.resolveHost('last.example.test').catch(() => undefined);
    await session.defaultSession.netLog.stopLogging();
  });
  const happened = readFileSync(log, 'utf8').matchAll(/[a-z-]+\.example\.test/g);
  expect(new Set([...happened].map(([name]) => name))).toEqual(new Set(['last.example.test']));
  expect(connections).toBe(0);
});

test('the page has nothing of Node or Electron, and a bridge that cannot be changed', async () => {
  const found = await window.evaluate(() => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'];
    const bridge: unknown = Reflect.get(globalThis, 'waybell');
    const isFrozen = typeof bridge === 'object' && bridge !== null && Object.isFrozen(bridge);
    const wasChanged =
      typeof bridge === 'object' && bridge !== null && Reflect.set(bridge, 'snapshot', 1);
    const kinds = new Set(Object.values(bridge ?? {}).map((value) => typeof value));
    return {
      there: names.filter((name) => Reflect.has(globalThis, name)),
      isFrozen,
      wasChanged,
      wasReplaced:
        Reflect.set(globalThis, 'waybell', {}) && Reflect.get(globalThis, 'waybell') !== bridge,
      kinds: [...kinds],
    };
  });
  expect(found).toEqual({
    there: [],
    isFrozen: true,
    wasChanged: false,
    wasReplaced: false,
    kinds: ['function'],
  });
});

test.each([
  'index.html/../../package.json',
  '%2e%2e/%2e%2e/package.json',
  '..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '//etc/passwd',
  'assets/%00',
  '.vite/manifest.json',
])('no address of our scheme gives out %s', async (path) => {
  const status = await window.evaluate(async (address) => {
    const answer = await fetch(address).catch(() => null);
    return answer?.status ?? 0;
  }, `app://waybell/${path}`);
  expect([0, 404]).toContain(status);
});

test('requests over the bridge with hostile values are refused before they reach a handler', async () => {
  const codes = await window.evaluate(async () => {
    type Hostile = (input?: unknown) => Promise<{ ok: boolean; failure?: { code: string } }>;
    const bridge = globalThis.waybell as unknown as Record<string, Hostile>; // hostile input has none of the bridge's types
    const hostile = [{ path: '/etc/passwd' }, ['x'], 'file:///etc/passwd', { ids: ['../..'] }, 7];
    const answers = Object.entries(bridge).flatMap(([name, ask]) =>
      name.startsWith('on') ? [] : hostile.map((input) => ask(input)),
    );
    const settled = await Promise.all(answers);
    return [...new Set(settled.map((each) => (each.ok ? 'done' : each.failure?.code)))];
  });
  expect(codes).toEqual(['malformed-request']);
});

test('no switch, variable or request gets a certificate through that no authority vouches for', async () => {
  const service = await startDeliveryService({ tls: testIdentity('self-signed', Date.now()) });
  try {
    const { baseUrl, credentials } = service;
    const draft = { baseUrl, ...credentials };
    const answers = await window.evaluate(
      async (sent) => [await waybell.testConnection(sent), await waybell.saveConnection(sent)],
      draft,
    );
    const certificate = { name: 'certificate', state: 'failed', code: 'tls-untrusted' };
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: true, value: { steps: [{}, certificate, {}] } });
    }
    expect(service.requests()).toEqual([]);
  } finally {
    await service.close();
  }
});

test('without the policy of the page too, nothing leaves it', async () => {
  const debug = await running.app.context().newCDPSession(window);
  await debug.send('Page.setBypassCSP', { enabled: true });
  await window.reload();
  await window.getByLabel('Base URL').waitFor();
  const answers = await window.evaluate(async (url) => {
    const targets = [
      Object.assign(new Image(), { src: `${url}/pixel.png` }),
      new WebSocket(`${url.replace('http', 'ws')}/socket`),
      new EventSource(`${url}/events`),
    ];
    const ends = targets.map(
      (target) =>
        new Promise<string>((resolve) => {
          for (const name of ['load', 'open', 'error'])
            target.addEventListener(name, () => resolve(name));
        }),
    );
    const frame = Object.assign(document.createElement('iframe'), { src: `${url}/frame` });
    document.body.append(frame);
    navigator.sendBeacon(`${url}/beacon`, 'what the window knows');
    const [plain, kept] = [{ mode: 'no-cors' }, { mode: 'no-cors', keepalive: true }] as const;
    const fetched = [plain, kept].map((how) =>
      fetch(`${url}/order`, how).then(
        () => 'load',
        () => 'error',
      ),
    );
    return Promise.all([...ends, ...fetched]);
  }, outsideUrl);
  expect(answers).toEqual(['error', 'error', 'error', 'error', 'error']);
  expect({ asked, connections }).toEqual({ asked: [], connections: 0 });
  await debug.send('Page.setBypassCSP', { enabled: false });
  await window.reload();
  await window.getByLabel('Base URL').waitFor();
});

/** Electron takes itself for a package where its file has another name: tools/real-electron brings it so. */
const packaged = join(dirname(electronExecutable()), 'waybell');

/** Starts the program as a package begins, and waits for its end. */
function startedAsPackage(args: readonly string[], env: Readonly<Record<string, string>>) {
  const all = [...electronArguments(), ...args, process.cwd()];
  return runQuietly(packaged, all, { env: { ...process.env, ...env } });
}

test.runIf(existsSync(packaged))(
  'a package does not start without its sandbox, says why, and tells what else it did not take',
  async () => {
    const { code, output } = await startedAsPackage(
      ['--single-process', '--remote-allow-origins=*', '--ignore-certificate-errors'],
      { ELECTRON_DISABLE_SANDBOX: '1', SSLKEYLOGFILE: '/dev/null' },
    );
    expect(code).toBe(2);
    expect(output).toMatch(/Start it without ELECTRON_DISABLE_SANDBOX, .*--single-process\./);
    for (const name of ['--remote-allow-origins', '--ignore-certificate-errors', 'SSLKEYLOGFILE']) {
      expect(output).toContain(`${name} is not taken.`);
    }
  },
);
