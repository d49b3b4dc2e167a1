import { createServer } from 'node:net';
import { once } from 'node:events';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultWebhookSettings } from '../../../../core/webhook/webhook-settings.ts';
import type { WebhookSettings } from '../../../../core/webhook/webhook-settings.ts';
import { openMemoryDatabase } from '../../../../main/storage/database.ts';
import { WebhookRepository } from '../../../../main/storage/webhook-repository.ts';
import { WebhookReceiver } from '../../../../main/webhooks/receiver.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

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
  readonly receiver: WebhookReceiver;

  constructor(settings: Partial<WebhookSettings> = {}) {
    this.settings = { ...defaultWebhookSettings, isOn: true, ...settings };
    const database = openMemoryDatabase();
    this.receiver = new WebhookReceiver({
      clock: new FakeClock(),
      log: {
        info: (name, fields) => void this.log.push(`${name} ${JSON.stringify(fields)}`),
        warn: (name, fields) => void this.log.push(`${name} ${JSON.stringify(fields)}`),
        defect: (name) => void this.log.push(`defect ${name}`),
      },
      store: new WebhookRepository(database.sql),
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

  it('that is taken is said, and nothing listens; another one is taken up', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const taken = other.address();
    const bench = await listening({ port: typeof taken === 'object' ? (taken?.port ?? 0) : 0 });
    expect(bench.receiver.state.listening).toEqual({ kind: 'failed', fault: 'port-taken' });
    expect(bench.log).toEqual(['webhooksNotReceived {"fault":"port-taken"}']);
    await bench.change({ port: 0 });
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
  it.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('reaches a receiver at %s', async (address) => {
    const bench = await listening({ address });
    expect((await bench.receiver.test()).httpStatus).toBe(202);
    expect(bench.receiver.state).toMatchObject({ accepted: 0, unknownOrders: 0, rejected: {} });
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
