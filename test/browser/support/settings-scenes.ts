import type { SettingsSection } from '../../../renderer/stores/settings/settings-store.ts';
import { filled } from './connect-scenes.ts';
import { onPage, stillPage } from './on-page.ts';
import { busyReceiver, passedWebhookTest, sampleAddress } from './sample-webhooks.ts';
import { busyDesk, now, type Scene, type Scenes } from './scene.ts';

function settingsScene(section: SettingsSection): () => Scene {
  return () => ({ fake: busyDesk(), act: (model) => model.settings.open(section) });
}

/** The pages of the settings. */
export const settingsScenes: Scenes = {
  'settings-connection': () => {
    const fake = busyDesk();
    fake.notes = [
      {
        note: 'envelope-data',
        count: 1204,
        firstSeenAtMs: now() - 3_600_000,
        lastSeenAtMs: now() - 4000,
      },
    ];
    return {
      fake,
      act: async (model) => {
        model.settings.open('connection');
        await model.connect.testStored(filled.baseUrl, filled.clientId);
      },
    };
  },
  'settings-advanced': () => ({
    fake: busyDesk(),
    act: async (model) => {
      const read = Promise.withResolvers<void>();
      const stop = model.options.subscribe(({ draft }) => {
        if (draft !== null) read.resolve();
      });
      model.settings.open('connection');
      await read.promise;
      stop();
      model.options.setOpen(true);
      model.options.edit({ orderPath: 'orders', schemeKind: 'fixed', proxyKind: 'fixed' });
      model.options.save('https://api.hk.example-delivery.com', 'wb-kowloon-dispatch-02');
    },
  }),
  'settings-forget': () => ({
    fake: busyDesk(),
    act: (model) => {
      model.settings.open('connection');
      model.settings.askToForget(true);
    },
  }),
  'settings-checking': settingsScene('checking'),
  'settings-notifications': settingsScene('notifications'),
  'settings-webhooks': settingsScene('webhooks'),
  'settings-webhooks-signed': () => {
    const fake = busyDesk();
    const { settings } = fake.desk;
    fake.webhookAddress = sampleAddress;
    fake.webhookTest = passedWebhookTest;
    fake.changeDesk({
      webhooks: busyReceiver(now()),
      settings: {
        ...settings,
        webhooks: {
          ...settings.webhooks,
          isOn: true,
          port: 28_787,
          publicUrl: 'https://hooks.harbour-couriers.example',
          proof: 'hmac',
          timestampHeader: 'x-timestamp',
        },
      },
    });
    return {
      fake,
      act: async (model) => {
        model.settings.open('webhooks');
        await model.webhooks.setShown(true);
        await model.webhooks.sendTest();
      },
    };
  },
  'settings-webhooks-status': () => {
    const scene = settingsScenes['settings-webhooks-signed']?.() ?? { fake: busyDesk() };
    return {
      ...scene,
      act: async (model, fake) => {
        await scene.act?.(model, fake);
        const pane = await onPage('.pane');
        await stillPage();
        pane.scrollTo({ top: 10_000 });
      },
    };
  },
  'settings-webhooks-elsewhere': () => {
    const fake = busyDesk();
    const { settings } = fake.desk;
    fake.changeDesk({
      webhooks: { ...busyReceiver(now()), listening: { kind: 'failed', fault: 'port-taken' } },
      settings: { ...settings, webhooks: { ...settings.webhooks, isOn: true, port: 28_787 } },
    });
    return {
      fake,
      act: async (model) => {
        model.settings.open('webhooks');
        await onPage('.seg input');
        document.querySelectorAll<HTMLElement>('.seg input')[1]?.click();
      },
    };
  },
  'settings-appearance': settingsScene('appearance'),
  'settings-privacy': settingsScene('privacy'),
  'settings-computer': settingsScene('computer'),
  'settings-transfer': settingsScene('transfer'),
  'settings-diagnosis': settingsScene('diagnosis'),
};
