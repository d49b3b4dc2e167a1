import { join } from 'node:path';
import { createBroker, type MessageBus, sessionBus, Variant } from 'dbus-native';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Notification } from '../../tools/electron-host/host/dbus/notification.ts';
import { Tray } from '../../tools/electron-host/host/dbus/tray.ts';
import { nativeImage } from '../../tools/electron-host/host/image/native-image.ts';
import { Menu } from '../../tools/electron-host/host/window/menu.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a notification says of itself, as it says it. */
function heardFrom(notification: Electron.Notification): unknown[] {
  const heard: unknown[] = [];
  notification.on('show', () => heard.push('show'));
  notification.on('click', () => heard.push('click'));
  notification.on('action', (_details, index) => heard.push(['action', index]));
  notification.on('close', ({ reason }) => heard.push(['close', reason]));
  notification.on('failed', () => heard.push('failed'));
  return heard;
}

const isItem = (name: string) => name.startsWith('org.kde.StatusNotifierItem-');

/** A message bus for this test alone, which the environment names. */
async function startBus(): Promise<MessageBus> {
  const socket = join(temporaryFolder(), 'bus');
  const broker = createBroker();
  const address = await new Promise<string>((resolve, reject) => {
    broker.listen({ socket }, (error, where) => (error ? reject(error) : resolve(where)));
  });
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address);
  const bus = sessionBus({ busAddress: address });
  onTestFinished(async () => {
    await bus.close();
    broker.close();
  });
  return bus;
}

beforeEach(() => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});

describe('without a session bus', () => {
  test.each([
    ['none is named', ''],
    ['the named one is not there', 'unix:path=/nowhere/bus'],
  ])('where %s, a notification says that it failed', async (_name, address) => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address);
    const notification = new Notification({ title: 'Order' });
    const heard = heardFrom(notification);
    notification.show();
    notification.close();
    await expect.poll(() => heard).toEqual(['failed']);
  });

  test.each([[''], ['unix:path=/nowhere/bus']])('a tray (bus: "%s") does nothing', (address) => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address);
    const tray = new Tray(nativeImage.createEmpty());
    tray.setToolTip('nobody sees it');
    tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Quit' }]));
    tray.destroy();
    expect(tray.isDestroyed()).toBe(true);
    expect(() => tray.setToolTip('again')).toThrow('Tray is destroyed');
  });
});

describe('with a notification daemon', () => {
  const name = 'org.freedesktop.Notifications';
  const path = '/org/freedesktop/Notifications';

  /** A daemon that keeps what it was told. */
  async function startDaemon() {
    const bus = await startBus();
    const received: unknown[][] = [];
    const service = {
      Notify(...told: unknown[]) {
        received.push(told);
        return 7;
      },
      CloseNotification(id: number) {
        bus.sendSignal(path, name, 'NotificationClosed', 'uu', [id, 3]);
        return null;
      },
    };
    bus.exportInterface(service, path, {
      name,
      methods: {
        Notify: ['susssasa{sv}i', 'u', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], ['id']],
        CloseNotification: ['u', '', ['id'], []],
      },
      signals: {
        ActionInvoked: ['us', 'id', 'key'],
        NotificationClosed: ['uu', 'id', 'reason'],
      },
    });
    await bus.requestName(name, 0);
    const invoke = (key: string) => bus.sendSignal(path, name, 'ActionInvoked', 'us', [7, key]);
    const close = (reason: number) =>
      bus.sendSignal(path, name, 'NotificationClosed', 'uu', [7, reason]);
    return { received, invoke, close };
  }

  test('it gets texts, buttons and urgency, and what people do comes back', async () => {
    const daemon = await startDaemon();
    const notification = new Notification({
      title: 'Picked up',
      body: '1.2 km away',
      urgency: 'critical',
      timeoutType: 'never',
      actions: [
        { type: 'button', text: 'Open' },
        { type: 'button', text: 'Mute' },
      ],
    });
    const heard = heardFrom(notification);
    notification.show();
    await expect.poll(() => heard).toEqual(['show']);
    const [, replaces, , title, body, actions, hints, expireMs] = daemon.received[0] ?? [];
    expect([replaces, title, body, expireMs]).toEqual([0, 'Picked up', '1.2 km away', 0]);
    expect(actions).toEqual(['default', '', '0', 'Open', '1', 'Mute']);
    expect(hints).toMatchObject({ urgency: 2 });
    daemon.invoke('1');
    daemon.invoke('default');
    daemon.close(2);
    await expect
      .poll(() => heard)
      .toEqual(['show', ['action', 1], 'click', ['close', 'userCanceled']]);
  });

  test('shown again it replaces itself, and the app can take it back', async () => {
    const daemon = await startDaemon();
    const notification = new Notification({ title: 'First' });
    const heard = heardFrom(notification);
    notification.show();
    notification.title = 'Second';
    notification.show();
    notification.close();
    await expect.poll(() => heard).toEqual(['show', 'show', ['close', 'applicationHidden']]);
    expect(daemon.received.map(([, replaces]) => replaces)).toEqual([0, 7]);
  });
});

describe('with a panel', () => {
  const watcher = 'org.kde.StatusNotifierWatcher';

  /** A panel that keeps which icons registered. */
  async function startPanel(bus: MessageBus): Promise<string[]> {
    const registered: string[] = [];
    const service = {
      RegisterStatusNotifierItem(item: string) {
        registered.push(item);
        return null;
      },
    };
    bus.exportInterface(service, '/StatusNotifierWatcher', {
      name: watcher,
      methods: { RegisterStatusNotifierItem: ['s', '', ['service'], []] },
    });
    await bus.requestName(watcher, 0);
    return registered;
  }

  test('a panel that starts after the app is told of the icon and can use its menu', async () => {
    const bus = await startBus();
    const clicked: string[] = [];
    const tray = new Tray(nativeImage.createEmpty());
    onTestFinished(() => tray.destroy());
    tray.on('click', () => clicked.push('icon'));
    tray.setToolTip('3 orders');
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show', click: () => clicked.push('Show') },
        { label: 'Gone', enabled: false, click: () => clicked.push('Gone') },
      ]),
    );
    const items = () => bus.listNames().then((names: string[]) => names.filter(isItem));
    await expect.poll(items).toHaveLength(1);
    const registered = await startPanel(bus);
    await expect.poll(() => registered).toHaveLength(1);
    const [item = ''] = registered;
    const icon = await bus.getInterface(item, '/StatusNotifierItem', 'org.kde.StatusNotifierItem');
    expect(await icon.$readProp('ToolTip')).toEqual(['', [], '3 orders', '']);
    await icon.$callMethod('Activate', [1, 2]);
    const menu = await bus.getInterface(item, '/com/canonical/dbusmenu', 'com.canonical.dbusmenu');
    for (const id of [1, 2])
      await menu.$callMethod('Event', [id, 'clicked', new Variant('s', ''), 0]);
    await expect.poll(() => clicked).toEqual(['icon', 'Show']);
    tray.destroy();
    await expect.poll(items).toEqual([]);
  });
});
