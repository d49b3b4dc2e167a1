const { app, BrowserWindow } = require('electron');

/*
 * Loaded by the runtime before the app (-r), so that the app itself knows nothing of a measurement:
 * says on standard output when the runtime was ready and when a window showed rows. SIGUSR2 closes
 * every window as its user would.
 */

// The app is to find the arguments that it would have found without this file.
const ownPlace = process.argv.indexOf('-r');
if (ownPlace !== -1) process.argv.splice(ownPlace, 2);

function mark(name) {
  process.stdout.write(`${JSON.stringify({ mark: name, atMs: Date.now() })}\n`);
}

// Frames are drawn for a window that is in sight only.
const rowsAreDrawn = `new Promise((drawn) => {
  const look = () => {
    const isThere = document.querySelector('[role=option]') !== null;
    requestAnimationFrame(isThere ? () => requestAnimationFrame(drawn) : look);
  };
  look();
}).then(() => true)`;

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
    });
  });
});
process.on('SIGUSR2', () => {
  for (const window of BrowserWindow.getAllWindows()) window.close();
});
