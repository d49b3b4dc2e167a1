const { contextBridge, ipcRenderer } = require('electron');

ipcRenderer.send('preload-early');

contextBridge.exposeInMainWorld('api', {
  version: process.versions.electron,
  isSandboxed: process.sandboxed,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  once: (channel) =>
    new Promise((resolve) => {
      ipcRenderer.once(channel, (_event, ...args) => resolve(args));
    }),
  count(channel, wanted) {
    return new Promise((resolve) => {
      let got = 0;
      let outOfOrder = 0;
      const listener = (_event, index) => {
        if (index !== got) outOfOrder += 1;
        got += 1;
        if (got !== wanted) return;
        ipcRenderer.off(channel, listener);
        resolve({ got, outOfOrder });
      };
      ipcRenderer.on(channel, listener);
    });
  },
  add: (left, right) => left + right,
  map: (numbers, change) => numbers.map(change),
  later: (value) => Promise.resolve(value),
  fail() {
    throw new RangeError('from preload');
  },
  kinds: (values) =>
    Object.entries(values).map(([key, value]) => `${key}:${Object.prototype.toString.call(value)}`),
  nested: { list: [1, { deep: true }], when: new Date(0) },
  unsupported() {
    try {
      return ipcRenderer.sendSync('x');
    } catch (error) {
      return error.message;
    }
  },
});

try {
  contextBridge.exposeInMainWorld('api', {});
} catch (error) {
  contextBridge.exposeInMainWorld('secondExpose', error.message);
}
