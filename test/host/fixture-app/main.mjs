// An ordinary Electron app: nothing here knows what it runs on. It keeps a log of what happened to
// it in globalThis.log, which the spec reads through Playwright.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  app,
  BrowserWindow,
  clipboard,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  protocol,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';

const here = import.meta.dirname;
const policy =
  "default-src 'self'; script-src 'self' app:; style-src 'self'; connect-src 'self'; object-src 'none'";
let window = null;
let isQuitting = false;

globalThis.log = [];
const note = (...entry) => globalThis.log.push(entry);

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

if (app.requestSingleInstanceLock({ from: 'fixture' })) {
  app.on('second-instance', (_event, argv, _workingDir, data) => {
    note('second-instance', argv.slice(1), data);
    show();
  });
  app.on('before-quit', () => {
    isQuitting = true;
  });
  app.on('window-all-closed', () => note('window-all-closed'));
  app.on('render-process-gone', (_event, _contents, details) => note('app:gone', details.reason));
  void app.whenReady().then(start);
} else app.quit();

function dot(red, green, blue) {
  const size = 22;
  const bitmap = Buffer.alloc(size * size * 4);
  for (let at = 0; at < size * size; at++) {
    const distance = Math.hypot((at % size) - 10.5, Math.floor(at / size) - 10.5);
    bitmap.set([blue, green, red, distance < 9 ? 255 : 0], at * 4);
  }
  return nativeImage.createFromBitmap(bitmap, { width: size, height: size });
}
globalThis.dot = dot;

function show() {
  if (!window) createWindow();
  window.show();
}

function createWindow() {
  window = new BrowserWindow({
    width: 760,
    height: 560,
    x: 40,
    y: 80,
    show: false,
    webPreferences: { preload: join(here, 'preload.cjs') },
  });
  window.once('ready-to-show', () => {
    note('ready-to-show');
    window.show();
  });
  window.on('close', (event) => {
    note('close', isQuitting);
    if (isQuitting) return;
    event.preventDefault();
    window.hide();
  });
  window.on('closed', () => {
    window = null;
  });
  for (const name of ['show', 'hide', 'focus', 'blur']) window.on(name, () => note(name));
  window.webContents.on('will-frame-navigate', (event) => note('will-frame-navigate', event.url));
  window.webContents.on('will-navigate', (event) => {
    note('will-navigate', event.url);
    event.preventDefault();
  });
  window.webContents.setWindowOpenHandler(({ url }) => {
    note('window-open', url);
    void shell.openExternal(url);
    return { action: 'deny' };
  });
  window.webContents.on('render-process-gone', (_event, details) => note('gone', details.reason));
  void window
    .loadURL('app://bundle/index.html')
    .then(() => note('loaded', window.webContents.getURL()));
}

function answerIpc() {
  ipcMain.handle('echo', (_event, value) => value);
  ipcMain.handle('sender', (event) => `${event.senderFrame.url} ${event.senderFrame.origin}`);
  ipcMain.handle('fail', () => {
    throw new TypeError('bad order uuid');
  });
  ipcMain.handle('clip', async (_event, text) => {
    await clipboard.writeText(text);
    return clipboard.readText();
  });
  ipcMain.handle('theme', (_event, theme) => {
    nativeTheme.themeSource = theme;
    return nativeTheme.shouldUseDarkColors;
  });
  ipcMain.handle('notify', (_event, options) => {
    const notification = new Notification({ ...options, icon: dot(47, 111, 237) });
    for (const name of ['show', 'click', 'failed'])
      notification.on(name, () => note(`notification:${name}`));
    notification.on('close', (event) => note('notification:close', event.reason));
    notification.on('action', (_details, index) => note('notification:action', index));
    notification.show();
    globalThis.notification = notification;
  });
  ipcMain.handle('utility', () => askUtility());
  ipcMain.on('preload-early', (event) => note('preload-early', event.senderFrame.url));
  let ticks = 0;
  ipcMain.on('tick', (event, index, isLast) => {
    if (index !== ticks) note('out-of-order', index, ticks);
    ticks += 1;
    if (!isLast) return;
    event.reply('tick-done', ticks);
    ticks = 0;
  });
  ipcMain.on('flood', (event, count) => {
    for (let index = 0; index < count; index++) event.sender.send('flood', index);
  });
}

function askUtility() {
  const child = utilityProcess.fork(join(here, 'worker.mjs'), ['--greet'], { stdio: 'pipe' });
  const heard = { out: '', answer: null };
  child.stdout.on('data', (text) => {
    heard.out += text;
  });
  child.once('message', (answer) => {
    heard.answer = answer;
    child.kill();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
  child.postMessage({ when: new Date(7), numbers: new Set([1, 2]) });
  return new Promise((resolve) => {
    child.once('exit', () => resolve(heard));
  });
}

function start() {
  protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== 'bundle') return new Response('no', { status: 404 });
    const file = await net.fetch(pathToFileURL(join(here, pathname)).href);
    const headers = new Headers(file.headers);
    headers.set('content-security-policy', policy);
    return new Response(file.body, { status: file.status, headers });
  });
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) =>
    answer(false),
  );
  answerIpc();
  const tray = new Tray(dot(40, 180, 90));
  globalThis.tray = tray;
  tray.setToolTip('Fixture: 3 orders watched');
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Show window', click: () => note('menu', 'show') },
      {
        label: 'Do not disturb',
        type: 'checkbox',
        click: (item) => note('menu', 'dnd', item.checked),
      },
      { type: 'separator' },
      { label: 'Orders', submenu: [{ label: 'All' }, { label: 'Stale', enabled: false }] },
      { label: 'Quit', click: () => app.quit() },
    ]),
  );
  tray.on('click', () => {
    note('tray-click');
    show();
  });
  createWindow();
}
