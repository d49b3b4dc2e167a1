import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WebhookRejection } from '../../../../../core/webhook/webhook-state.ts';
import {
  startWebhookServer,
  webhookPath,
} from '../../../../../main/engine/webhooks/http-server.ts';
import type {
  ServerRules,
  WebhookServer,
} from '../../../../../main/engine/webhooks/http-server.ts';
import type { ReceivedWebhook } from '../../../../../main/engine/webhooks/ports.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { refuseListening } from '../../../../support/webhooks/refused-listening.ts';
import { spiedComparison, spiedRandomInt } from '../../../../support/webhooks/spied-crypto.ts';

const drawn = spiedRandomInt();
const compared = spiedComparison();

beforeEach(() => {
  drawn.mockReset();
});

const rules: ServerRules = {
  address: '127.0.0.1',
  publicUrl: null,
  path: '0123456789abcdef0123456789abcdef',
  secrets: ['a secret'],
  proof: 'none',
  proofHeader: 'x-signature',
  timestampHeader: null,
  toleranceSeconds: 300,
};

/** What stands behind a server in these tests. */
class Behind {
  readonly clock = new FakeClock();
  readonly received: ReceivedWebhook[] = [];
  readonly rejections: WebhookRejection[] = [];
  inForce: ServerRules = rules;
  fault: Error | null = null;
  stores = true;

  async start(port = 0): Promise<WebhookServer> {
    const server = await startWebhookServer(port, {
      clock: this.clock,
      rules: () => {
        if (this.fault !== null) throw this.fault;
        return this.inForce;
      },
      receive: (webhook) => {
        this.received.push(webhook);
        return this.stores;
      },
      rejected: (reason) => this.rejections.push(reason),
    });
    onTestFinished(() => server.close());
    return server;
  }
}

async function post(
  { port }: WebhookServer,
  {
    path = rules.path,
    body = '{}',
    headers = {},
  }: { path?: string; body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<{ status: number; retryAfter: unknown }> {
  const url = `http://127.0.0.1:${port}${webhookPath(path)}`;
  const answer = await request(url, { method: 'POST', body, headers, reset: true });
  await answer.body.dump();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

async function occupiedPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

describe('the port', () => {
  it('is drawn from those that systems give to no outgoing connection', async () => {
    const { port } = await new Behind().start();
    expect(drawn.mock.calls).toEqual([[20_000, 30_000]]);
    expect(drawn.mock.results).toEqual([{ type: 'return', value: port }]);
  });

  it('is drawn again when it is taken, twenty times at most', async () => {
    const occupied = await occupiedPort();
    drawn.mockReturnValueOnce(occupied).mockReturnValueOnce(occupied);
    expect((await new Behind().start()).port).not.toBe(occupied);
    expect(drawn).toHaveBeenCalledTimes(3);
    drawn.mockClear().mockReturnValue(occupied);
    await expect(new Behind().start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(drawn).toHaveBeenCalledTimes(20);
  });

  it('is drawn again when Windows keeps it for itself', async () => {
    refuseListening('EACCES', 2);
    const { port } = await new Behind().start();
    expect(drawn).toHaveBeenCalledTimes(3);
    expect(drawn.mock.results.at(-1)).toEqual({ type: 'return', value: port });
  });

  it.each(['EADDRINUSE', 'EACCES'])(
    'that was chosen and fails with %s is tried only once',
    async (code) => {
      refuseListening(code);
      await expect(new Behind().start(24_568)).rejects.toMatchObject({ code });
      expect(drawn).not.toHaveBeenCalled();
    },
  );

  it('is not drawn again for an address that this computer does not have', async () => {
    const behind = new Behind();
    behind.inForce = { ...rules, address: '192.0.2.1' };
    await expect(behind.start()).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
    expect(drawn).toHaveBeenCalledTimes(1);
  });
});

describe('a webhook', () => {
  it('is handed on byte by byte, with when it came and whether its sender proved who it is', async () => {
    const behind = new Behind();
    const server = await behind.start();
    const body = '{"a":"é"} \n';
    expect(await post(server, { body })).toEqual({ status: 202, retryAfter: undefined });
    behind.inForce = { ...rules, proof: 'header' };
    await post(server, { body, headers: { 'x-signature': 'a secret' } });
    const receivedAtMs = behind.clock.wallMs();
    expect(behind.received).toEqual([
      { receivedAtMs, isProven: false, body: Buffer.from(body) },
      { receivedAtMs, isProven: true, body: Buffer.from(body) },
    ]);
    expect(behind.rejections).toEqual([]);
  });

  it('without the proof that is asked for is not handed on', async () => {
    const behind = new Behind();
    behind.inForce = { ...rules, proof: 'hmac', timestampHeader: 'x-time' };
    const server = await behind.start();
    expect((await post(server)).status).toBe(401);
    expect((await post(server, { headers: { 'x-signature': 'x' } })).status).toBe(401);
    expect(behind.rejections).toEqual(['signature', 'timestamp']);
    expect(behind.received).toEqual([]);
  });

  it('that could not be stored is to come again in two seconds', async () => {
    const behind = new Behind();
    behind.stores = false;
    expect(await post(await behind.start())).toEqual({ status: 503, retryAfter: '2' });
    expect(behind.rejections).toEqual(['not-stored']);
  });

  it('is to come again after a fault of ours, and the answer says nothing of it', async () => {
    const behind = new Behind();
    const server = await behind.start();
    behind.fault = new Error('a secret');
    expect(await post(server)).toEqual({ status: 503, retryAfter: '2' });
    behind.fault = null;
    expect((await post(server)).status).toBe(202);
    expect(behind.rejections).toEqual(['not-stored']);
  });

  it.each(['json', 'application/', '/json', 'application/json/x', 'text html'])(
    'with a content type that is none is refused for good: %s',
    async (type) => {
      const behind = new Behind();
      const server = await behind.start();
      const headers = { 'content-type': type };
      expect(await post(server, { headers })).toEqual({ status: 400, retryAfter: undefined });
      expect(behind.rejections).toEqual(['malformed']);
      expect(behind.received).toEqual([]);
    },
  );

  it('comes by the path of the rules as they are now, which may have 16 to 100 letters', async () => {
    const behind = new Behind();
    const server = await behind.start();
    for (const path of ['aZ09_-aZ09_-aZ09', 'b'.repeat(100)]) {
      expect((await post(server, { path })).status).toBe(404);
      behind.inForce = { ...rules, path };
      expect((await post(server, { path })).status).toBe(202);
    }
    expect((await post(server)).status).toBe(404);
  });
});

it('once it is closed, its port is free, and no connection is left', async () => {
  const behind = new Behind();
  const server = await behind.start();
  await post(server);
  await server.close();
  await expect(post(server)).rejects.toThrow('ECONNREFUSED');
  const next = await behind.start(server.port);
  expect((await post(next)).status).toBe(202);
});

/** How many webhooks with this body are taken at once. */
async function accepted(
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<number> {
  const server = await new Behind().start();
  for (let count = 0; ; count += 1) {
    if ((await post(server, { body, headers })).status === 429) return count;
  }
}

it('a large body counts as many, packed or not, and once', async () => {
  const large = ' '.repeat(160 * 1024);
  const [plain, packed] = [
    await accepted(large),
    await accepted(gzipSync(large), { 'content-encoding': 'gzip' }),
  ];
  // Each is eleven of the 5,000 that may come together.
  expect([plain, packed]).toEqual([454, 454]);
});

it('only what was packed is compared with the secrets once more, because that takes its time', async () => {
  const behind = new Behind();
  behind.inForce = { ...rules, proof: 'header', secrets: ['one', 'two', 'three'] };
  const server = await behind.start();
  const comparisons = async (body: Buffer): Promise<number> => {
    compared.mockClear();
    const { status } = await post(server, { body, headers: { 'x-signature': 'four' } });
    expect(status).toBe(401);
    return compared.mock.calls.length;
  };
  const plain = await comparisons(Buffer.from('{}'));
  expect((await comparisons(gzipSync('{}'))) - plain).toBe(3);
});

it('a probe in chunks that has no body is answered well', async () => {
  const behind = new Behind();
  const { port } = await behind.start();
  const sender = connect(port, '127.0.0.1');
  onTestFinished(() => void sender.destroy());
  // undici says of an empty body that it has no length, and sends no chunk.
  sender.write(
    `POST ${webhookPath(rules.path)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  );
  const [answer] = await once(sender.setEncoding('latin1'), 'data');
  expect([answer, behind.received]).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 /), []]);
});

it('what a sender sends behind a refused webhook is not received, because it is not answered', async () => {
  const behind = new Behind();
  behind.inForce = { ...rules, proof: 'header' };
  const { port } = await behind.start();
  const sender = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void sender.destroy());
  const webhook = (secret: string): string =>
    `POST ${webhookPath(rules.path)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `X-Signature: ${secret}\r\nContent-Length: 2\r\n\r\n{}`;
  let answers = '';
  sender.on('data', (text: string) => (answers += text));
  sender.write(webhook('another secret') + webhook('a secret'));
  await once(sender, 'close');
  expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 401']);
  expect([behind.received, behind.rejections]).toEqual([[], ['signature']]);
});

it('a webhook gets through when strangers hold all places', async () => {
  const behind = new Behind();
  const server = await behind.start();
  for (let no = 1; no <= 256; no += 1) {
    const stranger = connect(server.port, '127.0.0.1');
    stranger.on('error', () => undefined);
    await once(stranger, 'connect');
    stranger.write('P');
  }
  expect((await post(server)).status).toBe(202);
  expect(behind.rejections).toEqual(['too-many']);
});

it('closing waits for no sender that is in the middle of a request', async () => {
  const behind = new Behind();
  const server = await behind.start();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = once(socket, 'close');
  socket.write('POST /');
  await once(socket, 'connect');
  // It was accepted after the other one.
  await post(server);
  await server.close();
  await ended;
  expect(behind.rejections).toEqual([]);
});
