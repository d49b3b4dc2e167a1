import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyFile, filesWith } from '../support/every-byte.ts';
import {
  type LittleService,
  sendJson,
  startLittleService,
} from '../support/service/little-service.ts';
import { orderIdOf } from '../support/order-id-of.ts';
import { wireOrder } from '../support/wire-orders.ts';
import { type RunningApp, startApp, startProgram, throwAwayProfile } from './support/app.ts';
import { chooseFile, pasteIntoPage, rowOf } from './support/steps.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { processTree } from './support/processes.ts';
import './support/window-bridge.ts';

/*
 * Uses a secret and a token that occur nowhere else, with a service that quotes them in every error.
 * Then searches for them wherever the app leaves data.
 */

const clientId = 'canary-desk';
const clientSecret = 'cnry-Secret-7f3a91c2e4';
const token = 'cnry-Token-55d0b1a89e';
const canaries = [clientSecret, token];
/** The dispatcher's own word about a call: it may name people. */
const callWord = 'cnry-Word-90be44d1';

const courier = { name: 'Canarina Quill', phone: '+85261112223' };
const moving = '11111111-2222-4333-8444-555555555555';
const broken = '22222222-3333-4444-8555-666666666666';

let status = 'pending';
let service: LittleService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let exported: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;

const echo = `quoted ${clientSecret} ${token}`;

function answer(path: string, response: Parameters<LittleService['answer']>[1]): void {
  if (path.includes(moving)) {
    const matched = { name: courier.name, phone_number: courier.phone };
    sendJson(
      response,
      200,
      wireOrder(moving, { status, courier: status === 'pending' ? {} : matched }),
    );
  } else if (path.includes(broken)) {
    sendJson(response, 500, { error: echo }, { 'x-quoted': echo });
  } else {
    sendJson(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
  }
}

/** All strings of a heap snapshot that the browser's inspector takes. */
async function heapSnapshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

beforeAll(async () => {
  service = await startLittleService(({ path }, response) => answer(path, response));
  profile = await throwAwayProfile();
  exported = await throwAwayProfile();
  running = await startApp(profile.dir, ['--interval', '1']);
  window = running.window;
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.stop();
  await profile?.remove();
  await exported?.remove();
});

test('the service received the secret and the token', async () => {
  await window.getByLabel('Base URL').fill(service.baseUrl);
  await window.getByLabel('Client ID').fill(clientId);
  await window.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
  await window.getByRole('button', { name: 'Show client secret' }).click();
  // While the secret is in its field the search finds it, so the search works.
  expect(await heapSnapshot(window)).toContain(clientSecret);
  await window.getByRole('button', { name: /^Connect/ }).click();
  await window.getByText('No orders yet').waitFor();
  await pasteIntoPage(window, `${moving}\n${broken}`);
  await window.getByRole('button', { name: /Watch 2 orders/ }).click();
  await rowOf(window, moving).getByText('Waiting').first().waitFor();
  status = 'active';
  await window.getByRole('option').filter({ hasText: courier.name }).waitFor();
  const sent = JSON.stringify(service.requests);
  for (const canary of canaries) expect(sent).toContain(canary);
});

test('no text in the window contains them, not even the text of an error that quoted them', async () => {
  await rowOf(window, broken).click();
  await window
    .getByText(/HTTP 500/)
    .first()
    .waitFor();
  const text = await window.evaluate(() => document.documentElement.outerHTML);
  for (const canary of canaries) expect(text).not.toContain(canary);
});

test('fault 60: no answer over the bridge contains them', async () => {
  const answers = await window.evaluate(
    async ([id, baseUrl, client]) => {
      const { waybell } = globalThis;
      // All requests that open no dialog and change nothing.
      const draft = { baseUrl, clientId: client, clientSecret: null };
      return JSON.stringify(
        await Promise.all([
          waybell.snapshot(),
          waybell.connectionOptions(),
          waybell.testConnection(draft),
          waybell.orderDetail({ id }),
          waybell.lastAnswer({ id }),
          waybell.contractNotes(),
          waybell.exportContractNotes({ form: 'json' }),
          waybell.privacyLedger(),
          waybell.computerState(),
          waybell.updateState(),
          waybell.diagnose(),
          waybell.notificationHistory({ kind: null, order: null, fate: null, beforeNo: null }),
          waybell.orderGroups(),
          waybell.recallView(),
          waybell.webhookAddress(),
          waybell.offeredClipboard(),
        ]),
      );
    },
    [broken, service.baseUrl, clientId] as const,
  );
  expect(answers).toContain(clientId);
  for (const canary of canaries)
    expect([canary, answers.includes(canary)]).toEqual([canary, false]);
});

test('the heap of the window contains neither, but the texts that it shows', async () => {
  const heap = await heapSnapshot(window);
  expect(heap).toContain(courier.name);
  for (const canary of canaries) expect([canary, heap.includes(canary)]).toEqual([canary, false]);
});

test.runIf(onThrowAwayDesktop)('no notification holds them, nor a name or a number', async () => {
  const received = await eventually('the notification', () =>
    receivedNotifications().find(({ summary }) => summary === 'Matched with a courier'),
  );
  expect(received.body).not.toContain('Canarina');
  const all = JSON.stringify(receivedNotifications());
  for (const canary of [...canaries, courier.name, courier.phone, '6111']) {
    expect(all).not.toContain(canary);
  }
});

test('the word of a call is kept with the order, and one that is too long is refused', async () => {
  const call = (word: string) =>
    window.evaluate(
      ([id, said]) =>
        globalThis.waybell.markSeen({ ids: [id], shownAtMs: Date.now(), call: { word: said } }),
      [orderIdOf(moving), word] as const,
    );
  expect(await call(callWord)).toMatchObject({ ok: true });
  expect(await call(callWord.repeat(20))).toMatchObject({ ok: false });
  const { reports, detail } = await window.evaluate(async (id) => {
    const { waybell } = globalThis;
    return {
      reports: JSON.stringify(await Promise.all([waybell.diagnose(), waybell.privacyLedger()])),
      detail: JSON.stringify(await waybell.orderDetail({ id })),
    };
  }, orderIdOf(moving));
  expect(detail).toContain(callWord);
  expect(reports).not.toContain(callWord);
});

test('exported files contain neither, and personal data only by choice', async () => {
  const save = (name: string, ask: string, input: unknown) =>
    chooseFile(running, join(exported.dir, name)).then(() =>
      window.evaluate(
        async ([method, given]) => {
          type Ask = (value?: unknown) => Promise<unknown>;
          const bridge = globalThis.waybell as unknown as Record<string, Ask>; // asked by names that come as values
          return given === null ? bridge[method]?.() : bridge[method]?.(given);
        },
        [ask, input] as const,
      ),
    );
  await save('redacted.json', 'saveTransfer', { what: 'orderList', withPersonalData: false });
  await save('personal.json', 'saveTransfer', { what: 'orderList', withPersonalData: true });
  await save('settings.json', 'saveTransfer', { what: 'settings', withPersonalData: false });
  await save('report.txt', 'saveDiagnosis', null);
  await save('recording.jsonl', 'saveRecording', null);
  const files = everyFile(exported.dir);
  expect(files.map(({ path }) => path).toSorted()).toEqual([
    'personal.json',
    'recording.jsonl',
    'redacted.json',
    'report.txt',
    'settings.json',
  ]);
  for (const canary of canaries) expect(filesWith(exported.dir, canary)).toEqual([]);
  expect(filesWith(exported.dir, courier.name)).toEqual(['personal.json']);
  expect(files.filter(({ mode }) => mode !== 0o600)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'neither is among the arguments or in the environment of any process of the app',
  () => {
    const tree = processTree(running.app.process().pid ?? 0);
    expect(tree.length).toBeGreaterThan(3);
    const holding = tree.filter(({ commandLine, environment }) =>
      canaries.some((canary) => commandLine.includes(canary) || environment.includes(canary)),
    );
    expect(holding).toEqual([]);
  },
);

test('no crash dump contains them', async () => {
  const dumps = await running.app.evaluate(({ app, BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    return app.getPath('crashDumps');
  });
  await eventually('the crash in the log', async () =>
    running.everythingWritten().includes('rendererGone'),
  );
  for (const canary of canaries) {
    const found = await promisify(execFile)('grep', ['-rlaF', canary, dumps, profile.dir]).then(
      ({ stdout }) => stdout,
      () => '',
    );
    expect(found).toBe('');
  }
});

test('no file contains them: database, WAL, log, the files of the engine', async () => {
  const written = running.everythingWritten();
  const stored = everyFile(profile.dir)
    .filter(({ path }) => path.startsWith('waybell.db'))
    .map(({ bytes }) => bytes)
    .join('\n');
  expect(written).toContain(moving);
  await running.quit();
  for (const canary of canaries) {
    expect([canary, written.includes(canary)]).toEqual([canary, false]);
    expect(filesWith(profile.dir, canary)).toEqual([]);
  }
  // The dispatcher's word about a call is in the database, and in no log or output.
  const times = (text: string): number => text.split(callWord).length - 1;
  expect(times(written)).toBe(times(stored));
  expect(filesWith(profile.dir, callWord)).toEqual(['waybell.db']);
});

test.runIf(process.platform !== 'win32')(
  'after all of that every file is its owner’s alone, those of the engine too',
  () => {
    const open = everyFile(profile.dir).filter(({ mode }) => (mode & 0o077) !== 0);
    expect(open.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual([]);
    expect(statSync(profile.dir).mode & 0o777).toBe(0o700);
  },
);

test.runIf(process.platform === 'linux')(
  'a secret from the environment is not handed on to what the app starts',
  async () => {
    const program = await startProgram(
      exported.dir,
      ['--session-only', '--base-url', service.baseUrl, '--client-id', clientId, moving],
      { WAYBELL_CLIENT_SECRET: clientSecret },
    );
    try {
      const asked = service.requests.length;
      await program.app.firstWindow();
      await eventually('a check', () => service.requests.length > asked);
      const kept = await program.app.evaluate(() => process.env['WAYBELL_CLIENT_SECRET'] ?? null);
      expect(kept).toBeNull();
      const mainPid = await program.app.evaluate(() => process.pid);
      const below = processTree(mainPid).filter(({ pid }) => pid !== mainPid);
      expect(below.length).toBeGreaterThan(2);
      const holding = below.filter(({ environment }) => environment.includes(clientSecret));
      expect(holding.map(({ commandLine }) => commandLine.slice(0, 200))).toEqual([]);
    } finally {
      await program.quit();
    }
    expect(filesWith(exported.dir, clientSecret)).toEqual([]);
  },
);
