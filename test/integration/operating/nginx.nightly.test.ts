import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startCli, type CliRun } from '../../support/cli/cli-run.ts';
import { makeCertificates } from '../../support/network/certificates.ts';
import { blockWith, missing } from '../../support/operating/operating-page.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const noNginx = missing('/usr/sbin/nginx', 'nginx-light');
const certificates = makeCertificates();

let service: DeliveryService;
beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
});
afterEach(() => service.close());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an object: it listens at a port
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts nginx with the server of the page, with this machine's ports, files and name in the place of its own. */
async function startNginx(hubPort: number): Promise<string> {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const server = blockWith('proxy_buffering')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('hub.example.com', 'localhost')
    .replace('/etc/ssl/hub.pem', file('hub.pem', certificates.good.cert))
    .replace('/etc/ssl/private/hub.key', file('hub.key', certificates.good.key))
    .replace('127.0.0.1:7788', `127.0.0.1:${hubPort}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o777);
    return `${name}_temp_path ${join(folder, name)};`;
  });
  chmodSync(folder, 0o755);
  const config = file(
    'nginx.conf',
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')} ${server} }`,
  );
  const nginx = spawn('/usr/sbin/nginx', ['-e', 'stderr', '-p', folder, '-c', config], {
    stdio: 'ignore',
  });
  onTestFinished(() => void nginx.kill('SIGTERM'));
  return `https://localhost:${port}`;
}

/** Asks from another address of this computer. */
function askingFrom(localAddress: string): Agent {
  return new Agent({ localAddress, connect: { ca: certificates.ca, servername: 'localhost' } });
}

/** A hub as the unit of the page starts it, behind nginx. */
async function hubBehindNginx(): Promise<{ hub: CliRun; url: string; profile: string }> {
  const { clientId, clientSecret } = service.credentials;
  const port = await freePort();
  const url = await startNginx(port);
  const profile = temporaryFolder();
  const hub = startCli(
    `hub --profile ${profile} --base-url ${service.baseUrl} --client-id ${clientId} --interval 1 --listen 127.0.0.1:${port} --behind-proxy --public-url ${url}`.split(
      ' ',
    ),
    { env: { WAYBELL_CLIENT_SECRET: clientSecret } },
  );
  await hub.until(({ event }) => event === 'hub');
  return { hub, url, profile };
}

test.skipIf(noNginx !== null)(
  `desks behind nginx get each change at once, over a stream that stays${noNginx ?? ''}`,
  async () => {
    const { hub, profile, url } = await hubBehindNginx();
    const ca = join(temporaryFolder(), 'ca.pem');
    writeFileSync(ca, certificates.ca);
    const env = { NODE_EXTRA_CA_CERTS: ca };
    const invited = startCli(['hub', 'invite', '--profile', profile, '--name', 'Script'], {});
    expect(await invited.ended).toBe(0);
    const [code = ''] = invited.lines;
    const joined = startCli(['join', '--print', url], { env: { ...env, WAYBELL_JOIN_CODE: code } });
    expect(await joined.ended).toBe(0);
    const [token = ''] = joined.lines;
    const id = service.addOrder({ status: 'pending' });
    const desk = startCli(['watch', '--hub', url, '--json', id], {
      env: { ...env, WAYBELL_DESK_TOKEN: token },
    });
    await desk.until(({ event }) => event === 'order');
    // As long as proxies usually give a silent connection: no line is due meanwhile but the one of each second.
    await new Promise((resolve) => {
      setTimeout(resolve, 75_000);
    });
    service.setOrder(id, { status: 'active' });
    await desk.until(({ event }) => event === 'update');
    const presence = hub.lines.filter((line) => line.includes('"desk"'));
    expect(presence.map((line) => String(Reflect.get(Object(JSON.parse(line)), 'state')))).toEqual([
      'here',
    ]);
    expect(desk.lines.filter((line) => line.includes('serviceHealth'))).toEqual([]);
  },
);

test.skipIf(noNginx !== null)(
  `wrong codes count for the address that nginx saw, whatever a client claims${noNginx ?? ''}`,
  async () => {
    const { url } = await hubBehindNginx();
    const statusFrom = async (localAddress: string, claims: string): Promise<number> => {
      const { body, statusCode } = await request(
        new URL('/v1/join', url.replace('localhost', '127.0.0.1')),
        {
          method: 'POST',
          headers: {
            host: new URL(url).host,
            'content-type': 'application/json',
            'x-forwarded-for': claims,
          },
          body: JSON.stringify({ code: 'WRONG-CODE' }),
          dispatcher: askingFrom(localAddress),
        },
      );
      await body.dump();
      return statusCode;
    };
    await expect.poll(() => statusFrom('127.0.0.9', '192.0.2.1').catch(() => 0)).toBe(401);
    const tried = [];
    for (let no = 1; no <= 11; no += 1) tried.push(await statusFrom('127.0.0.2', `192.0.2.${no}`));
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await statusFrom('127.0.0.3', '127.0.0.2')).toBe(401);
  },
);

test.skipIf(noNginx !== null)(
  `figures are for this computer alone, and through nginx for no reader without a token${noNginx ?? ''}`,
  async () => {
    const { url } = await hubBehindNginx();
    const dispatcher = new Agent({ connect: { ca: certificates.ca } });
    const status = async (path: string): Promise<number> => {
      const { body, statusCode } = await request(new URL(path, url), { dispatcher });
      await body.dump();
      return statusCode;
    };
    await expect.poll(() => status('/healthz').catch(() => 0)).toBe(200);
    expect(await status('/metrics')).toBe(401);
  },
);
