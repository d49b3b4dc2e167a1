const { app, BrowserWindow } = require('electron');

/*
 * Loaded by the runtime before the app (-r), so that the app itself knows nothing of a measurement:
 * says on standard output when the runtime was ready and when a window showed rows. SIGUSR2 closes
 * every window as its user would. What stands in WAYBELL_BENCH_PASTE is pasted into the window, and watched.
 */

// The app is to find the arguments that it would have found without this file.
const ownPlace = process.argv.indexOf('-r');
if (ownPlace !== -1) process.argv.splice(ownPlace, 2);

function mark(name, atMs = Date.now()) {
  process.stdout.write(`${JSON.stringify({ mark: name, atMs })}\n`);
}

// Frames are drawn for a window that is in sight only.
const rowsAreDrawn = `new Promise((drawn) => {
  const look = () => {
    const isThere = document.querySelector('[role=option]') !== null;
    requestAnimationFrame(isThere ? () => requestAnimationFrame(drawn) : look);
  };
  look();
}).then(() => true)`;

const pasteIsWatched = (text) => `(async () => {
  const drawn = async (find) => {
    for (;;) {
      await new Promise((next) => requestAnimationFrame(next));
      const found = find();
      if (found) return new Promise((next) => requestAnimationFrame(() => next(found)));
    }
  };
  const button = (name) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent));
  await drawn(() => document.body.textContent.includes('No orders yet'));
  const times = [Date.now()];
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ${JSON.stringify(text)});
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  const watch = await drawn(() => button(/^Watch [0-9]+ orders/));
  times.push(Date.now());
  watch.click();
  await drawn(() => document.querySelector('[role=option]'));
  return [...times, Date.now()];
})()`;

app.once('ready', () => mark('ready'));
app.on('browser-window-created', (_event, window) => {
  // Its page is not there before its maker goes on.
  setImmediate(() => {
    window.once('closed', () => mark('closed'));
    window.webContents.once('dom-ready', () => {
      window.webContents.executeJavaScript(rowsAreDrawn).then(
        () => mark('usable'),
        () => undefined,
      );
      const text = process.env.WAYBELL_BENCH_PASTE;
      if (text === undefined) return;
      window.webContents.executeJavaScript(pasteIsWatched(text)).then(
        ([pastedAtMs, previewedAtMs, watchedAtMs]) => {
          mark('pasted', pastedAtMs);
          mark('previewed', previewedAtMs);
          mark('watched', watchedAtMs);
        },
        () => undefined,
      );
    });
  });
});
process.on('SIGUSR2', () => {
  for (const window of BrowserWindow.getAllWindows()) window.close();
});
