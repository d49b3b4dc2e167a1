import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultWebhookSettings } from '../../../../../core/webhook/webhook-settings.ts';
import type { WebhookSettings } from '../../../../../core/webhook/webhook-settings.ts';
import { openMemoryDatabase } from '../../../../../main/engine/storage/database.ts';
import { WebhookRepository } from '../../../../../main/engine/storage/webhook-repository.ts';
import { WebhookReceiver } from '../../../../../main/engine/webhooks/receiver.ts';
import type { GivenSecrets } from '../../../../../main/engine/webhooks/secrets.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { refuseListening } from '../../../../support/webhooks/refused-listening.ts';

/** A receiver, what it was given and what it said. */
class Bench {
  settings: WebhookSettings;
  /** What the keychain holds. */
  kept: string | null = null;
  /** Set while the keychain refuses. */
  keychainFault: Error | null = null;
  portFault: Error | null = null;
  settingsFault: Error | null = null;
  readonly ports: number[] = [];
  readonly log: string[] = [];
  changes = 0;
  readonly clock = new FakeClock();
  /** The webhooks that were stored; storing one takes 40 ms. */
  readonly stored: string[] = [];
  readonly receiver: WebhookReceiver;

  constructor(settings: Partial<WebhookSettings> = {}, given?: GivenSecrets) {
    this.settings = { ...defaultWebhookSettings, isOn: true, ...settings };
    const database = openMemoryDatabase();
    const store = new WebhookRepository(database.sql);
    const put = store.put.bind(store);
    store.put = (webhook, seen) => {
      this.stored.push(Buffer.from(webhook.body).toString());
      this.clock.blockLoop(40);
      return put(webhook, seen);
    };
    this.receiver = new WebhookReceiver({
      clock: this.clock,
      log: {
        info: (name, fields) => void this.log.push(`${name} ${JSON.stringify(fields)}`),
        warn: (name, fields) => void this.log.push(`${name} ${JSON.stringify(fields)}`),
        defect: (name) => void this.log.push(`defect ${name}`),
      },
      store,
      settings: () => {
        if (this.settingsFault !== null) throw this.settingsFault;
        return this.settings;
      },
      keepPort: (port) => {
        if (this.portFault !== null) throw this.portFault;
        this.ports.push(port);
        this.settings = { ...this.settings, port };
      },
      keeper: {
        read: async () => this.#keychain().kept,
        write: async (text) => {
          this.#keychain().kept = text;
        },
        erase: async () => {
          this.#keychain().kept = null;
        },
      },
      given,
      changed: () => {
        this.changes += 1;
      },
    });
    onTestFinished(async () => {
      await this.receiver.stop();
      database.close();
    });
  }

  #keychain(): this {
    if (this.keychainFault !== null) throw this.keychainFault;
    return this;
  }

  async change(change: Partial<WebhookSettings>): Promise<void> {
    this.settings = { ...this.settings, ...change };
    await this.receiver.apply();
  }

  /** The status of an empty request, as probes send it; null when nothing answers. */
  async probe(address = this.receiver.address): Promise<number | null> {
    return request(address ?? '', { method: 'POST', reset: true }).then(
      ({ statusCode }) => statusCode,
      () => null,
    );
  }
}

/** Calls `seen` for each request that a server of this process begins to read, until the end of the test. */
function whileRequestsCome(seen: (request: IncomingMessage) => void): void {
  const channel = 'http.server.request.start';
  const listener = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    if (message.request instanceof IncomingMessage) seen(message.request);
  };
  subscribe(channel, listener);
  onTestFinished(() => void unsubscribe(channel, listener));
}

async function listening(settings: Partial<WebhookSettings> = {}): Promise<Bench> {
  const bench = new Bench(settings);
  await bench.receiver.apply();
  return bench;
}

describe('the address to send to', () => {
  it.each([
    ['127.0.0.1', null, /^http:\/\/127\.0\.0\.1:\d+\/hooks\/[0-9a-f]{32}$/],
    ['::1', null, /^http:\/\/\[::1\]:\d+\/hooks\/[0-9a-f]{32}$/],
    ['127.0.0.1', 'https://hooks.example.com', /^https:\/\/hooks\.example\.com\/hooks\/\w{32}$/],
    ['127.0.0.1', 'https://hooks.example.com/', /^https:\/\/hooks\.example\.com\/hooks\/\w{32}$/],
  ])('at %s with the public one %s', async (address, publicUrl, expected) => {
    const bench = await listening({ address, publicUrl });
    expect(bench.receiver.address).toMatch(expected);
  });

  it('is none while nothing listens', async () => {
    const bench = new Bench();
    expect(bench.receiver.address).toBeNull();
    await bench.receiver.apply();
    expect(bench.receiver.address).not.toBeNull();
    await bench.change({ isOn: false });
    expect(bench.receiver.address).toBeNull();
  });
});

describe('the port', () => {
  it('is drawn once and kept', async () => {
    const bench = await listening();
    const [port = 0] = bench.ports;
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(30_000);
    expect(bench.receiver.state.listening).toEqual({
      kind: 'listening',
      address: '127.0.0.1',
      port,
    });
    await bench.change({ isOn: false });
    await bench.change({ isOn: true });
    expect(bench.ports).toEqual([port]);
    expect(bench.receiver.state.listening).toMatchObject({ port });
  });

  it('serves this run also when it cannot be kept', async () => {
    const bench = new Bench();
    bench.portFault = new Error('disk full');
    await bench.receiver.apply();
    expect(await bench.probe()).toBe(200);
    expect(bench.log).toContain('defect webhookPortNotKept');
  });

  it('that is taken is said, and nothing listens; another one is used', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const occupied = other.address();
    const bench = await listening({
      port: typeof occupied === 'object' ? (occupied?.port ?? 0) : 0,
    });
    expect(bench.receiver.state.listening).toEqual({ kind: 'failed', fault: 'port-taken' });
    expect(bench.log).toEqual(['webhooksNotReceived {"fault":"port-taken"}']);
    await bench.change({ port: 0 });
    expect(await bench.probe()).toBe(200);
  });

  it.each([
    ['that is taken', 'EADDRINUSE', 'port-taken', []],
    ['that Windows keeps for itself', 'EACCES', 'port-taken', []],
    ['of an address that this computer does not have', 'EADDRNOTAVAIL', 'address-unavailable', []],
    [
      'that the system refuses for another reason',
      'EMFILE',
      'failed',
      ['defect webhookReceiverNotStarted'],
    ],
  ])(
    '%s is said, and only what is not foreseen is a defect',
    async (_name, code, fault, defects) => {
      refuseListening(code);
      const bench = await listening({ port: 24_567 });
      expect(bench.receiver.state.listening).toEqual({ kind: 'failed', fault });
      expect(bench.log).toEqual([...defects, `webhooksNotReceived {"fault":"${fault}"}`]);
    },
  );

  it('is drawn anew while it listens when it is set to none', async () => {
    const bench = await listening();
    await bench.change({ port: 0 });
    expect(bench.ports).toHaveLength(2);
    expect(bench.receiver.state.listening).toMatchObject({ port: bench.ports[1] });
    expect(await bench.probe()).toBe(200);
  });

  it('of another address leaves the one before', async () => {
    const bench = await listening();
    const before = bench.receiver.address;
    await bench.change({ address: '127.0.0.2' });
    expect(new URL(bench.receiver.address ?? '').hostname).toBe('127.0.0.2');
    expect(await bench.probe(before)).toBeNull();
    expect(await bench.probe()).toBe(200);
  });
});

describe('what is said of it', () => {
  it('that it listens, and whether others in the network can reach it', async () => {
    const bench = await listening();
    await bench.change({ address: '0.0.0.0' });
    expect(bench.log).toEqual([
      'webhooksReceived {"isLoopback":true}',
      'webhooksReceived {"isLoopback":false}',
    ]);
  });

  it('nothing of the path or a secret', async () => {
    const bench = await listening({ proof: 'hmac' });
    await bench.receiver.addSecret('a secret of the portal', false);
    const path = new URL(bench.receiver.address ?? '').pathname.replace('/hooks/', '');
    const said = JSON.stringify([bench.log, bench.receiver.state]);
    expect(said).not.toContain(path);
    expect(said).not.toContain('a secret of the portal');
  });

  it('every change of what it does', async () => {
    const bench = new Bench();
    await bench.receiver.apply();
    // It starts, then it listens.
    expect(bench.changes).toBe(2);
    await bench.receiver.apply();
    expect(bench.changes).toBe(2);
    await bench.receiver.newPath();
    expect(bench.changes).toBe(3);
    await bench.receiver.addSecret('x', false);
    expect(bench.changes).toBe(4);
    await bench.receiver.forgetOlderSecrets();
    expect(bench.changes).toBe(5);
  });
});

describe('the keychain', () => {
  it('that refuses keeps it from listening, until it does not', async () => {
    const bench = new Bench();
    bench.keychainFault = new Error('locked');
    await bench.receiver.apply();
    expect(bench.receiver.state.listening).toEqual({ kind: 'failed', fault: 'keychain' });
    bench.keychainFault = null;
    await bench.receiver.apply();
    expect(await bench.probe()).toBe(200);
  });

  it('is not asked for where the path is given and no proof is wanted', async () => {
    const bench = new Bench({}, { path: 'given-to-one-run', proof: null });
    bench.keychainFault = new Error('no keychain');
    await bench.receiver.apply();
    expect(bench.receiver.address).toMatch(/\/hooks\/given-to-one-run$/);
    expect(await bench.probe()).toBe(200);
  });

  it('gives the secret for a proof also where the path is given', async () => {
    const earlier = new Bench();
    await earlier.receiver.addSecret('kept', false);
    const bench = new Bench({ proof: 'header' }, { path: 'given-to-one-run', proof: null });
    bench.kept = earlier.kept;
    await bench.receiver.apply();
    expect(bench.receiver.state).toMatchObject({
      listening: { kind: 'listening' },
      secretCount: 1,
    });
    expect((await bench.receiver.test()).httpStatus).toBe(202);
  });

  it('gets another path: the one before is worthless at once', async () => {
    const bench = await listening();
    const before = bench.receiver.address;
    await bench.receiver.newPath();
    expect(bench.receiver.address).not.toBe(before);
    expect([await bench.probe(before), await bench.probe()]).toEqual([404, 200]);
  });
});

describe('a proof that is asked for', () => {
  it.each(['hmac', 'header'] as const)('without a secret nothing listens (%s)', async (proof) => {
    const bench = await listening({ proof });
    expect(bench.receiver.state).toMatchObject({
      listening: { kind: 'failed', fault: 'no-proof' },
      secretCount: 0,
    });
    await bench.receiver.addSecret('one', false);
    expect(bench.receiver.state).toMatchObject({
      listening: { kind: 'listening' },
      secretCount: 1,
    });
    await bench.receiver.addSecret('two', true);
    expect(bench.receiver.state.secretCount).toBe(2);
    await bench.receiver.forgetOlderSecrets();
    expect(bench.receiver.state.secretCount).toBe(1);
  });

  it('while it listens without a secret ends that', async () => {
    const bench = await listening();
    const { address } = bench.receiver;
    await bench.change({ proof: 'hmac' });
    expect(bench.receiver.state.listening).toEqual({ kind: 'failed', fault: 'no-proof' });
    expect(await bench.probe(address)).toBeNull();
    await bench.change({ proof: 'none' });
    expect(await bench.probe()).toBe(200);
  });
});

describe('the test event', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    // Windows lets no client connect to an address that stands for all.
    ['0.0.0.0', '127.0.0.1'],
    ['::1', '[::1]'],
    ['::', '[::1]'],
  ])('reaches a receiver at %s, by %s', async (address, host) => {
    const bench = await listening({ address });
    const hosts: unknown[] = [];
    whileRequestsCome(({ headers }) => hosts.push(headers.host));
    expect((await bench.receiver.test()).httpStatus).toBe(202);
    expect(hosts).toEqual([`${host}:${bench.settings.port}`]);
    expect(bench.receiver.state).toMatchObject({ accepted: 0, unknownOrders: 0, rejected: {} });
  });

  it('is one as the service sends it, about a match just now', async () => {
    const bench = await listening();
    const createdAtMs = bench.clock.wallMs();
    // The service's times are whole seconds.
    bench.clock.blockLoop(999);
    await bench.receiver.test();
    expect(JSON.parse(bench.stored[0] ?? '')).toEqual({
      kinds: ['order_matched'],
      reasons: ['Order Matched'],
      created_at: createdAtMs,
      data: { uuid: expect.any(String) },
    });
  });

  it('says how long its answer took', async () => {
    const bench = await listening();
    expect(await bench.receiver.test()).toEqual({ httpStatus: 202, afterMs: 40 });
  });

  it('has its connection closed, so that none is left for a next one', async () => {
    const bench = await listening();
    const wishes: unknown[] = [];
    whileRequestsCome(({ headers }) => wishes.push(headers.connection));
    await bench.receiver.test();
    expect(wishes).toEqual(['close']);
  });

  it('lasts until its answer: what comes about its order afterwards is no test', async () => {
    const bench = await listening();
    await bench.receiver.test();
    const body = Buffer.from(bench.stored[0] ?? '');
    const receivedAtMs = bench.clock.wallMs();
    bench.receiver.inbox.receive({ receivedAtMs, isProven: true, body });
    expect(bench.stored).toHaveLength(1);
    expect(bench.receiver.state).toMatchObject({ accepted: 1, unknownOrders: 1 });
  });

  it('says that nothing answers while nothing listens', async () => {
    const bench = await listening({ proof: 'hmac' });
    expect(await bench.receiver.test()).toEqual({ httpStatus: null, afterMs: 0 });
  });
});

describe('erasing', () => {
  it('ends the receiving and leaves nothing in the keychain', async () => {
    const bench = await listening();
    const { address } = bench.receiver;
    await bench.receiver.eraseSecrets();
    expect([bench.kept, bench.receiver.address]).toEqual([null, null]);
    expect(bench.receiver.state.listening).toEqual({ kind: 'off' });
    expect(await bench.probe(address)).toBeNull();
  });

  it('comes after a start that is under way, so that this one draws no path afterwards', async () => {
    const bench = new Bench();
    const started = bench.receiver.apply();
    await bench.receiver.eraseSecrets();
    await started;
    expect([bench.kept, bench.receiver.state.listening.kind]).toEqual([null, 'off']);
  });

  it.each([
    ['was on', { isOn: true }],
    ['once was on, and has a port', { isOn: false, port: 24_567 }],
  ])('fails with the keychain where the receiver %s', async (_name, settings) => {
    const bench = new Bench(settings);
    bench.keychainFault = new Error('no keychain');
    await expect(bench.receiver.eraseSecrets()).rejects.toThrow('no keychain');
  });

  it('fails with the keychain where a secret is in it, although the receiver never was on', async () => {
    const bench = new Bench({ isOn: false });
    await bench.receiver.addSecret('of the portal', false);
    bench.keychainFault = new Error('locked');
    await expect(bench.receiver.eraseSecrets()).rejects.toThrow('locked');
    expect(bench.receiver.state.secretCount).toBe(1);
  });

  it('needs no keychain where the receiver was never used', async () => {
    const bench = new Bench({ isOn: false });
    bench.keychainFault = new Error('no keychain');
    await bench.receiver.eraseSecrets();
    expect(bench.receiver.state.listening).toEqual({ kind: 'off' });
  });

  it('that failed keeps nothing else from being done', async () => {
    const bench = new Bench();
    bench.keychainFault = new Error('locked');
    await expect(bench.receiver.eraseSecrets()).rejects.toThrow('locked');
    bench.keychainFault = null;
    await bench.receiver.apply();
    expect(await bench.probe()).toBe(200);
  });
});

it('once it was stopped, no setting makes it listen again', async () => {
  const bench = await listening();
  const { address } = bench.receiver;
  await bench.receiver.stop();
  await bench.change({ isOn: true });
  expect(bench.receiver.state.listening).toEqual({ kind: 'off' });
  expect(await bench.probe(address)).toBeNull();
});

it('a fault of settings is a defect in the log, and the next change is applied', async () => {
  const bench = new Bench();
  bench.settingsFault = new Error('disk gone');
  await bench.receiver.apply();
  expect(bench.log).toEqual(['defect webhooksNotApplied']);
  bench.settingsFault = null;
  await bench.receiver.apply();
  expect(await bench.probe()).toBe(200);
});
