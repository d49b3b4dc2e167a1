import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { request as plainRequest } from 'node:http';
import { connect as connectSecurely } from 'node:tls';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UnencryptedHubError } from '../../../main/hub/http/hub-server.ts';
import { mostOpenFiles } from '../../../main/hub/open-files.ts';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { makeCertificates } from '../../support/network/certificates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const path = `/v1/orders/${id}`;

/** A connection that does what a test says, and stays until the hub ends it. */
function opened(hub: HttpBench, text = ''): Socket {
  const socket = connect({ port: hub.server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  socket.on('end', () => socket.destroy());
  if (text !== '') socket.write(text, 'latin1');
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}

/** Opens connections from another process, which do what a test says and stay until it is over. */
async function strangers(hub: HttpBench, count: number, text: string): Promise<void> {
  const program = join(import.meta.dirname, '../../support/hub/ask-strangers.ts');
  const child = spawn(process.execPath, [program, String(hub.server.port), String(count), text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(said)).toBe('opened\n');
}

/** The status of a request for health with this Host header. */
async function statusFor(hub: HttpBench, host: string): Promise<number | undefined> {
  const sent = plainRequest({
    port: hub.server.port,
    host: '127.0.0.1',
    path: '/healthz',
    setHost: false,
  });
  if (host !== '') sent.setHeader('Host', host);
  sent.end();
  const [{ statusCode }] = await once(sent, 'response');
  return statusCode;
}

describe('where a hub listens', () => {
  it('is loopback alone, without TLS and without a proxy', async () => {
    for (const address of ['0.0.0.0', '::', '192.0.2.1', 'hub.example.com']) {
      await expect(HttpBench.start({ listen: { address, port: 0 } })).rejects.toBeInstanceOf(
        UnencryptedHubError,
      );
    }
    const open = { listen: { address: '0.0.0.0', port: 0 } };
    await HttpBench.start({ ...open, behindProxy: true });
    await HttpBench.start({ ...open, tls: makeCertificates().good });
  });

  it('is told by the system when it is taken', async () => {
    const hub = await HttpBench.start();
    const listen = { address: '127.0.0.1', port: hub.server.port };
    await expect(HttpBench.start({ listen })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('speaks TLS with its certificate', async () => {
    const { ca, good } = makeCertificates();
    const hub = await HttpBench.start({ tls: good, ca });
    expect(hub.server.url).toMatch(/^https:/);
    const token = await hub.desk('Mei');
    const body = { uuids: [id] };
    expect((await hub.ask('POST', '/v1/orders', { token, key: 'a', body })).status).toBe(200);
    const stream = await hub.stream(token, '?since=0');
    expect(await stream.next()).not.toBeNull();
    // The desk is known by its connection, so that a crowd takes no place from it.
    expect(await hub.figure('connections')).toBeGreaterThan(0);
  });
});

/** The cipher that a hub agrees to out of these; null for none. */
async function cipherOf({ server }: HttpBench, ciphers: string): Promise<string | null> {
  const socket = connectSecurely({
    port: server.port,
    host: '127.0.0.1',
    maxVersion: 'TLSv1.2',
    ciphers,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect');
    return socket.getCipher().name;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

describe('TLS', () => {
  it('is spoken with forward secrecy alone', async () => {
    const { good } = makeCertificates();
    const folder = temporaryFolder();
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    // A key of the older kind, with which ciphers without it would be possible.
    const wanted = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1'];
    execFileSync('openssl', ['req', '-x509', ...wanted, '-keyout', keyFile, '-out', certFile], {
      stdio: 'ignore',
    });
    const rsa = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
    const old = await HttpBench.start({ tls: rsa });
    expect(await cipherOf(old, 'AES256-GCM-SHA384:AES128-SHA')).toBeNull();
    expect(await cipherOf(old, 'ECDHE-RSA-AES128-SHA')).toBeNull();
    expect(await cipherOf(old, 'ECDHE-RSA-AES128-GCM-SHA256')).toMatch(/^ECDHE/);
    const usual = await HttpBench.start({ tls: good });
    expect(await cipherOf(usual, 'ECDHE-ECDSA-AES256-GCM-SHA384')).toMatch(/^ECDHE/);
  });
});

describe('web pages', () => {
  it('whose name was made to point here are refused on loopback', async () => {
    const hub = await HttpBench.start();
    const { port } = hub.server;
    for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect([host, await statusFor(hub, host)]).toEqual([host, 200]);
    }
    for (const host of ['', 'evil.example', '127.0.0.1.evil.example', 'localhost@evil', 'a b']) {
      expect([host, await statusFor(hub, host)]).toEqual([host, 421]);
    }
  });

  it('behind a proxy any name is fine, or that of the public address', async () => {
    const any = await HttpBench.start({ behindProxy: true });
    expect(await statusFor(any, 'hub.example.com')).toBe(200);
    expect(await statusFor(any, 'hub/example')).toBe(421);
    const publicUrl = 'https://hub.example.com';
    const named = await HttpBench.start({ behindProxy: true, publicUrl });
    expect(await statusFor(named, 'Hub.example.com:443')).toBe(200);
    expect(await statusFor(named, 'evil.example')).toBe(421);
    // A look from the same computer, such as for /healthz.
    expect(await statusFor(named, '127.0.0.1')).toBe(200);
  });

  it('a public address of IPv6 is one name however it is written', async () => {
    const publicUrl = 'https://[2001:db8::1]:7788';
    const hub = await HttpBench.start({ behindProxy: true, publicUrl });
    expect(await statusFor(hub, '[2001:db8::1]:7788')).toBe(200);
    expect(await statusFor(hub, '[2001:DB8:0::1]')).toBe(200);
    expect(await statusFor(hub, '[2001:db8::2]:7788')).toBe(421);
  });

  it('with an origin get nothing, and no leave to read anything', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    for (const origin of ['https://evil.example', 'null', `http://localhost:${hub.server.port}`]) {
      const headers = { Origin: origin };
      const read = await hub.ask('GET', '/v1/orders', { token, headers });
      expect(read.json).toMatchObject({ error: { code: 'hostRefused' } });
      expect((await hub.ask('OPTIONS', '/v1/orders', { headers })).status).toBe(421);
    }
    await hub.ask('GET', '/v1/orders', { token });
    expect(hub.received.toLowerCase()).not.toContain('access-control');
  });
});

describe('odd requests', () => {
  it.each([
    ['nothing', '', 'badRequest'],
    ['no JSON', '{"label":', 'badRequest'],
    ['no object', '"label"', 'badRequest'],
    ['a word that is not known', '{"label":"a","muted":true}', 'badRequest'],
    ['a wrong kind', '{"label":7}', 'badRequest'],
    ['a prototype', '{"__proto__":{"label":"a"}}', 'badRequest'],
    ['a constructor', '{"constructor":{"prototype":{"label":"a"}}}', 'badRequest'],
    ['great depth', `{"label":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'badRequest'],
    ['a date that is none', '{"promisedAt":"2026-02-31T10:00:00Z"}', 'badRequest'],
    ['a date far away', '{"promisedAt":"2222-01-01T10:00:00Z"}', 'badRequest'],
    ['a long text', `{"note":"${'n'.repeat(20_000)}"}`, 'badRequest'],
    ['more than 64 kB', `{"note":"${'n'.repeat(70_000)}"}`, 'tooLarge'],
  ])('a body of %s is refused', async (_name, body, code) => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    await hub.ask('POST', '/v1/orders', { token, key: 'a', body: { uuids: [id] } });
    const before = hub.bench.engine.sequence;
    const refused = await hub.ask('PATCH', path, { token, key: 'k', body });
    expect(refused.json).toMatchObject({ error: { code } });
    expect(hub.bench.engine.sequence).toBe(before);
    expect(hub.log.events('error')).toEqual([]);
  });

  it.each([
    ['of which one is none', { uuids: [id, 'order-7'] }],
    ['of which there are none', { uuids: [] }],
    [
      'of which there are more than 1,000',
      { uuids: Array.from({ length: 1001 }, (_, no) => orderIdAt(no)) },
    ],
    ['with words for others', { uuids: [id], labels: { [orderIdAt(2)]: 'a' } }],
  ])('uuids %s are refused', async (_name, body) => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const refused = await hub.ask('POST', '/v1/orders', { token, key: 'k', body });
    expect(refused.json).toMatchObject({ error: { code: 'badRequest' } });
  });

  it.each([9e15, -9e15, 1e308])(
    'a cause at %d, which is no time, is refused: the hub could not read its own entry',
    async (causeAtMs) => {
      const hub = await HttpBench.start();
      const token = await hub.desk('Mei');
      await hub.ask('POST', '/v1/orders', { token, key: 'k1', body: { uuids: [id] } });
      const body = { atMs: 1, claims: [{ reason: 'released', causeAtMs }] };
      const { status } = await hub.ask('POST', `/v1/orders/${id}/handled`, {
        token,
        key: 'k2',
        body,
      });
      expect(status).toBe(400);
    },
  );

  it('1,000 orders with long words are accepted at once', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const uuids = Array.from({ length: 1000 }, (_, no) => orderIdAt(no));
    const labels = Object.fromEntries(uuids.map((each) => [each, '長'.repeat(200)]));
    const added = await hub.ask('POST', '/v1/orders', { token, key: 'k', body: { uuids, labels } });
    expect(added.json).toMatchObject({ added: { length: 1000 } });
    const listed = await hub.ask('GET', '/v1/orders', { token });
    expect(listed.json).toMatchObject({ orders: { length: 1000 } });
  });

  it('bodies of other types, and paths that are none, are refused', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const headers = { 'Content-Type': 'text/plain' };
    const typed = await hub.ask('PATCH', path, { token, key: 'k', body: '{}', headers });
    expect(typed.json).toMatchObject({ error: { code: 'badRequest' } });
    for (const where of ['/', '/v1', '/v1/orders/', `${path}/`, `/${'a'.repeat(9000)}`]) {
      expect((await hub.ask('GET', where, { token })).json).toMatchObject({
        error: { code: 'notFound' },
      });
    }
    for (const where of ['/v1/orders/1', '/v1/orders/%00', `/v1/orders/${'a'.repeat(99)}`]) {
      const odd = await hub.ask('DELETE', where, { token, key: 'k' });
      expect(odd.json).toMatchObject({ error: { code: 'badRequest' } });
    }
    const broken = await hub.ask('GET', '/v1/orders/%zz', { token });
    expect(broken.json).toMatchObject({ error: { code: 'badRequest' } });
  });

  it('say nothing secret in answers and in the log', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const secrets = [token, 'forged-token-1', 'WRONG-CODE', 'Ada +85291234567', 'the-key'];
    await hub.ask('POST', '/v1/join', { body: { code: 'WRONG-CODE', also: 'Ada +85291234567' } });
    await hub.ask('GET', '/v1/orders', { token: 'forged-token-1' });
    const body = { label: 'Ada +85291234567', other: 'Ada +85291234567' };
    await hub.ask('PATCH', path, { token, key: 'the-key', body });
    await hub.ask('PATCH', path, { token, key: 'the-key', body: '{"label":"Ada +85291234567' });
    hub.one.log.isAway = true;
    const asked = { token, key: 'the-key', body: { uuids: [id], labels: { [id]: body.label } } };
    expect((await hub.ask('POST', '/v1/orders', asked)).status).toBe(503);
    await hub.ask('GET', '/metrics');
    const said = hub.received + JSON.stringify(hub.log.lines);
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  });

  it('floods of headers end their connection, and the next request is answered', async () => {
    const hub = await HttpBench.start();
    const flood = `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(20_000)}`;
    await closed(opened(hub, flood));
    await closed(opened(hub, 'hello\r\n\r\n'));
    expect((await hub.ask('GET', '/healthz')).status).toBe(200);
    const { text } = await hub.ask('GET', '/metrics');
    expect(text).toContain('waybell_hub_refused_total{reason="malformed"} 2\n');
  });

  it('a long body from a sender without a token is not read', async () => {
    const hub = await HttpBench.start();
    const head =
      'POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const socket = opened(hub, `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n[1111\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i);
    await closed(socket);
    expect((await hub.ask('GET', '/healthz')).status).toBe(200);
  });
});

describe('crowds of connections', () => {
  /** What strangers do with a connection to keep it. */
  const holdings = {
    'that send nothing': '',
    'that send a part of a request': 'GET /v1/orders HTTP/1.1\r\nHost: localhost\r\nA: ',
    'that were refused and stay': 'GET /v1/orders HTTP/1.1\r\nHost: localhost\r\n\r\n',
  };

  it.each(Object.entries(holdings))('%s take no place from a desk', async (_name, text) => {
    const hub = await HttpBench.start({ mostConnections: 200 });
    const token = await hub.desk('Mei');
    const stream = await hub.stream(token);
    await stream.next('status');
    const bearer = `Authorization: Bearer ${token}`;
    const idle = opened(hub, `GET /v1/orders HTTP/1.1\r\nHost: localhost\r\n${bearer}\r\n\r\n`);
    await once(idle, 'data');
    for (let no = 0; no < 600; no += 1) await once(opened(hub, text), 'connect');
    const body = { uuids: [id] };
    expect((await hub.ask('POST', '/v1/orders', { token, key: 'k', body })).status).toBe(200);
    expect(await stream.next()).not.toBeNull();
    expect(idle.destroyed).toBe(false);
    expect(await hub.figure('connections')).toBeLessThanOrEqual(200);
    const { text: metrics } = await hub.ask('GET', '/metrics');
    expect(metrics).toMatch(/refused_total\{reason="crowded"\} \d+/);
  });

  it('of as many strangers as there are places leave a desk its answers and its stream', async (context) => {
    const places = 2000;
    const files = mostOpenFiles();
    context.skip(files < 2500, `a process may open ${files} files here, and 2,500 are needed`);
    const hub = await HttpBench.start({ mostConnections: places });
    const token = await hub.desk('Mei');
    const stream = await hub.stream(token);
    await stream.next('status');
    // Those that the hub waits for longest come first, so that all are there when the last one comes.
    const silent = Math.floor(places / 3);
    await strangers(hub, places - 2 * silent, holdings['that were refused and stay']);
    await strangers(hub, silent, holdings['that send a part of a request']);
    await strangers(hub, silent, holdings['that send nothing']);
    const body = { uuids: [id] };
    expect((await hub.ask('POST', '/v1/orders', { token, key: 'k', body })).status).toBe(200);
    expect(await stream.next()).not.toBeNull();
    expect(await hub.figure('connections')).toBeLessThanOrEqual(places);
  });

  it('of one desk are 40 at most, and idle ones take no place from a desk that comes anew', async () => {
    const hub = await HttpBench.start({ mostConnections: 50 });
    const wall = await hub.desk('Wall', 'viewer');
    const asking = `GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${wall}\r\nLast-Event-ID: no\r\n\r\n`;
    const held: Socket[] = [];
    for (let no = 0; no < 60; no += 1) {
      const socket = opened(hub, asking);
      held.push(socket);
      await once(socket, 'data');
    }
    expect(held.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(40);
    // Others that have not said who they are yet: none of them is turned away for idle ones.
    const newcomers = [];
    for (let no = 0; no < 40; no += 1) {
      const socket = opened(hub);
      newcomers.push(socket);
      await once(socket, 'connect');
    }
    const mei = await hub.desk('Mei');
    expect((await hub.ask('GET', '/v1/orders', { token: mei })).status).toBe(200);
    expect(newcomers.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(held.filter(({ destroyed }) => !destroyed).length).toBeLessThan(10);
  });

  it('with TLS count and end like others', async () => {
    const { ca, good } = makeCertificates();
    const hub = await HttpBench.start({ tls: good, ca, mostConnections: 50 });
    const token = await hub.desk('Mei');
    const stream = await hub.stream(token);
    await stream.next('status');
    for (let no = 0; no < 150; no += 1) await once(opened(hub), 'connect');
    const body = { uuids: [id] };
    expect((await hub.ask('POST', '/v1/orders', { token, key: 'k', body })).status).toBe(200);
    expect(await stream.next()).not.toBeNull();
    expect(await hub.figure('connections')).toBeLessThanOrEqual(50);
  });
});

describe('what one may do for how long', () => {
  it('codes that are wrong stop their own network alone, an IPv6 /64 as one', async () => {
    const hub = await HttpBench.start({ behindProxy: true });
    const statusFrom = async (address: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': address };
      return (await hub.ask('POST', '/v1/join', { body: { code: 'WRONG-CODE' }, headers })).status;
    };
    const tried = [];
    for (let no = 1; no <= 11; no += 1) tried.push(await statusFrom(`2001:db8:1:2::${no}`));
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await statusFrom('2001:db8:1:2:ffff:1:2:3')).toBe(429);
    for (let no = 1; no <= 100; no += 1) expect(await statusFrom(`198.51.100.${no}`)).toBe(401);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(401);
    expect(await statusFrom('::ffff:198.51.100.1')).toBe(401);
  });

  it('a desk opens 60 streams a minute', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Wall', 'viewer');
    const asked = { token, headers: { 'Last-Event-ID': '999' } };
    for (let no = 0; no < 60; no += 1) {
      expect((await hub.ask('GET', '/v1/events', asked)).status).toBe(410);
    }
    expect((await hub.ask('GET', '/v1/events', asked)).status).toBe(429);
    await hub.bench.clock.advance(60_000);
    expect((await hub.ask('GET', '/v1/events', asked)).status).toBe(410);
  });
});
