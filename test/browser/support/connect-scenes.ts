import type { AppState } from '../../../core/board/board.ts';
import { FakeBridge } from './fake-bridge.ts';
import { sampleApp } from './sample-board.ts';
import { busyBoard, now, type Scene, type Scenes } from './scene.ts';

function unconnectedApp(connection: AppState['connection']): FakeBridge {
  return new FakeBridge(now, [], { ...sampleApp(now()), connection });
}

/** The filled fields of the connect screen. */
export const filled = {
  baseUrl: 'https://api.hk.example-delivery.com',
  clientId: 'wb-kowloon-dispatch-02',
  clientSecret: '0123456789abcdef01234567',
};

function failedAt(step: 'reach' | 'certificate' | 'token', fake: FakeBridge): void {
  const passed = { state: 'passed', elapsedMs: 41, detail: null } as const;
  const waiting = { state: 'waiting' } as const;
  const failed = { state: 'failed', elapsedMs: 10_000 } as const;
  const results = {
    reach: [
      {
        ...failed,
        name: 'reach',
        code: 'unreachable',
        httpStatus: null,
        message:
          'No answer from api.hk.example-delivery.com port 443. Check the address, or whether this network needs a proxy or VPN.',
      },
      { ...waiting, name: 'certificate' },
      { ...waiting, name: 'token' },
    ],
    certificate: [
      { ...passed, name: 'reach' },
      {
        ...failed,
        name: 'certificate',
        elapsedMs: 44,
        code: 'tls-untrusted',
        httpStatus: null,
        message:
          'Issued by “Harbour Logistics Root CA”, which this computer does not know. Nothing was sent.',
      },
      { ...waiting, name: 'token' },
    ],
    token: [
      { ...passed, name: 'reach' },
      { ...passed, name: 'certificate', detail: 'TLS 1.3' },
      {
        ...failed,
        name: 'token',
        elapsedMs: 180,
        code: 'credentials-refused',
        httpStatus: 401,
        message:
          'The service did not accept this client ID and secret. Copy both again from the developer portal; a space at the end is a common cause.',
      },
    ],
  } as const;
  fake.testResult = { steps: results[step] };
}

function failingConnect(step: 'reach' | 'certificate' | 'token'): () => Scene {
  return () => {
    const fake = unconnectedApp({ kind: 'none' });
    failedAt(step, fake);
    return {
      fake,
      act: async (model) => {
        model.connect.edit(filled);
        await model.connect.test();
      },
    };
  };
}

/** The scenes before the first working connection. */
export const connectScenes: Scenes = {
  connect: () => ({
    fake: unconnectedApp({ kind: 'none' }),
    act: (model) => model.connect.edit(filled),
  }),
  'connect-advanced': () => ({
    fake: unconnectedApp({ kind: 'none' }),
    act: async (model) => {
      model.connect.edit(filled);
      await model.options.load();
      model.options.setOpen(true);
      model.options.edit({ extraHeaders: 'Accept-Language: zh-HK\nX-Market: hk' });
    },
  }),
  'connect-testing': () => {
    const fake = unconnectedApp({ kind: 'none' });
    fake.hold('connection:test');
    return {
      fake,
      act: (model) => {
        model.connect.edit(filled);
        void model.connect.test();
        fake.progress({
          steps: [
            { name: 'reach', state: 'passed', elapsedMs: 41, detail: null },
            { name: 'certificate', state: 'running', startedAtMs: now() - 900, timeoutMs: 10_000 },
            { name: 'token', state: 'waiting' },
          ],
        });
      },
    };
  },
  'connect-passed': () => ({
    fake: unconnectedApp({ kind: 'none' }),
    act: async (model) => {
      model.connect.edit(filled);
      await model.connect.test();
    },
  }),
  'connect-unreachable': failingConnect('reach'),
  'connect-certificate': failingConnect('certificate'),
  'connect-secret': failingConnect('token'),
  'connect-missing': () => ({
    fake: unconnectedApp({ kind: 'none' }),
    act: (model) => model.connect.connect(),
  }),
  'keychain-locked-board': () => {
    const fake = busyBoard();
    const { baseUrl, clientId } = filled;
    fake.changeApp({ connection: { kind: 'keychainBlocked', baseUrl, clientId, fault: 'locked' } });
    return { fake };
  },
  'keychain-locked': () => ({
    fake: unconnectedApp({
      kind: 'keychainBlocked',
      baseUrl: filled.baseUrl,
      clientId: filled.clientId,
      fault: 'locked',
    }),
  }),
};
