import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TrustedAuthorities } from '../../main/engine/delivery/http/trusted-authorities.ts';
import type { OtherHubs } from '../../main/engine/team/hub-http.ts';
import { HttpHubLink } from '../../main/engine/team/http-hub-link.ts';
import { joinTeam } from '../../main/engine/team/join.ts';
import type { HubCommand, HubLink } from '../../main/engine/team/ports.ts';
import type { Clock } from '../../core/clock.ts';
import { SystemClock } from '../../main/engine/watch/system-clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { DirectLink } from '../support/hub/direct-link.ts';
import { HttpBench } from '../support/hub/http-bench.ts';
import { ana, type BenchHub, HubBench, mei } from '../support/hub/hub-bench.ts';
import { makeCertificates, type TestCertificates } from '../support/network/certificates.ts';
import { HubWire } from '../support/team/hub-wire.ts';
import { RecordingListener } from '../support/team/recording-listener.ts';
import { orderIdAt } from '../support/watched-orders.ts';

const id = orderIdAt(1);

/** A link of Mei's desk to a hub, and what can happen on the way. */
interface LinkBench {
  readonly bench: HubBench;
  readonly hub: BenchHub['hub'];
  readonly link: HubLink;
  /** Lets time pass until this holds. */
  readonly until: (holds: () => boolean) => Promise<void>;
  readonly answered: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
  readonly cut: (isCut: boolean) => void;
  readonly loseAnswers: (count: number) => void;
}

async function inOneProcess(): Promise<LinkBench> {
  const bench = new HubBench();
  const { hub, start, stop } = bench.hub();
  await start();
  onTestFinished(stop);
  const link = new DirectLink(bench.clock, mei, () => hub.board);
  const until = async (holds: () => boolean): Promise<void> => {
    for (let count = 0; count < 500 && !holds(); count += 1) await bench.clock.advance(50);
    expect(holds()).toBe(true);
  };
  return {
    bench,
    hub,
    link,
    until,
    answered: async (answer) => {
      await bench.clock.advance(100);
      return await answer;
    },
    cut: (isCut) => {
      link.trouble.isCut = isCut;
    },
    loseAnswers: (count) => {
      link.trouble.losesAnswers = count;
    },
  };
}

async function overHttp(): Promise<LinkBench> {
  const http = await HttpBench.start();
  const token = await http.desk('Mei');
  const wire = await HubWire.to(http.server.port);
  return {
    bench: http.bench,
    hub: http.hub,
    link: linkTo(wire.url, token),
    until: (holds) =>
      vi.waitFor(() => expect(holds()).toBe(true), { timeout: 10_000, interval: 10 }),
    answered: (answer) => answer,
    cut: (isCut) => {
      wire.isCut = isCut;
    },
    loseAnswers: (count) => {
      wire.losesAnswers = count;
    },
  };
}

function linkTo(
  hubUrl: string,
  token: string,
  clock: Clock = new SystemClock(),
  others?: OtherHubs,
): HttpHubLink {
  return new HttpHubLink({
    hubUrl,
    ...(others !== undefined && { others }),
    token: () => Promise.resolve(token),
    clock,
    random: () => 0,
    opens: () => Promise.resolve({}),
    reportDefect: () => undefined,
  });
}

function followed(link: HubLink): RecordingListener {
  const listener = new RecordingListener();
  const stop = link.follow(() => listener.place, listener);
  onTestFinished(stop);
  return listener;
}

function note(text: string, key: string): HubCommand {
  return { method: 'PATCH', path: `/v1/orders/${id}`, body: { note: text }, key };
}

describe.each<[string, () => Promise<LinkBench>]>([
  ['in one process', inOneProcess],
  ['over HTTP', overHttp],
])('a link to a hub %s', (_where, create) => {
  test('tells the log from its place on, in order, and then what is new', async () => {
    const { hub, link, until } = await create();
    await hub.board.add(ana, [{ id }], 'add');
    await hub.board.edit(ana, id, { note: 'first ✆ 香港' }, 'one');
    const listener = followed(link);
    await until(() => listener.notes.includes('first ✆ 香港'));
    await hub.board.edit(ana, id, { note: 'second' }, 'two');
    await until(() => listener.notes.includes('second'));
    // The first answer about the order is an entry too, and has the note of its time.
    const notes = new Set(listener.notes.filter((text) => text !== null));
    expect([...notes]).toEqual(['first ✆ 香港', 'second']);
    const once = new Set(listener.sequences);
    expect(listener.sequences).toEqual([...once].toSorted((one, two) => one - two));
    expect(listener.heard).toEqual(['opened']);
  });

  test('goes on where it was after it was cut: nothing is missing and nothing comes twice', async () => {
    const { cut, hub, link, until } = await create();
    await hub.board.add(ana, [{ id }], 'add');
    const listener = followed(link);
    await until(() => listener.received.length > 0);
    for (const [at, text] of ['a', 'b', 'c'].entries()) {
      cut(true);
      await until(() => listener.heard.filter((each) => each === 'away').length > at);
      await hub.board.edit(ana, id, { note: text }, text);
      cut(false);
      await until(() => listener.notes.includes(text));
    }
    expect(listener.notes.filter((text) => text !== null)).toEqual(['a', 'b', 'c']);
    expect(new Set(listener.sequences).size).toBe(listener.sequences.length);
  });

  test('says what the hub answered, and who has an order', async () => {
    const { answered, hub, link } = await create();
    await hub.board.add(ana, [{ id }], 'add');
    await hub.board.claim(ana, id, {}, 'claim');
    expect(await answered(link.send(note('ring twice', 'k1')))).toMatchObject({
      kind: 'done',
      body: { id, note: 'ring twice' },
    });
    const path = `/v1/orders/${id}/claim`;
    const claim = await answered(link.send({ method: 'POST', path, body: {}, key: 'k2' }));
    expect(claim).toMatchObject({ kind: 'refused', code: 'claimedBy', desk: 'Ana' });
    const other = `/v1/orders/${orderIdAt(2)}`;
    const unknown = await answered(
      link.send({ method: 'PATCH', path: other, body: { note: null }, key: 'k3' }),
    );
    expect(unknown).toMatchObject({ kind: 'refused', code: 'unknownOrder', httpStatus: 404 });
    const removed = await answered(
      link.send({ method: 'DELETE', path: `/v1/orders/${id}`, key: 'k4' }),
    );
    expect(removed.kind).toBe('done');
    expect(hub.board.order(id)).toBeUndefined();
  });

  test('a command whose answer is lost is made once, however often it is sent', async () => {
    const { answered, hub, link, loseAnswers, until } = await create();
    await hub.board.add(ana, [{ id }], 'add');
    const listener = followed(link);
    await until(() => listener.received.length > 0);
    loseAnswers(1);
    expect(await answered(link.send(note('once', 'k1')))).toEqual({ kind: 'away' });
    expect(await answered(link.send(note('once', 'k1')))).toMatchObject({ kind: 'done' });
    await hub.board.edit(ana, id, { note: 'last' }, 'k2');
    await until(() => listener.notes.includes('last'));
    expect(listener.received.filter(({ event }) => event.change === 'edited')).toHaveLength(2);
  });

  test('without contact a command is neither done nor refused', async () => {
    const { answered, cut, hub, link } = await create();
    await hub.board.add(ana, [{ id }], 'add');
    cut(true);
    expect(await answered(link.send(note('never', 'k1')))).toEqual({ kind: 'away' });
    expect(hub.board.order(id)?.note).toBeNull();
  });

  test('after a gap all is read from the beginning', async () => {
    const { bench, cut, hub, link, until } = await create();
    await hub.board.add(ana, [{ id }], 'add');
    const listener = followed(link);
    await until(() => listener.received.length > 0);
    cut(true);
    await until(() => listener.heard.includes('away'));
    // Another log than the one that this desk knows.
    listener.place = { logId: 'another', sequence: bench.engine.sequence };
    cut(false);
    const before = listener.received.length;
    await until(() => listener.heard.includes('gap') && listener.received.length > before);
    const [first] = listener.sequences;
    expect(listener.sequences.filter((sequence) => sequence === first)).toHaveLength(2);
  });
});

describe('a link over HTTP', () => {
  test('a revoked desk is told so at once, and asks no more', async () => {
    const { hub, link, until } = await overHttp();
    const listener = followed(link);
    await until(() => listener.heard.includes('opened'));
    await hub.desks.revoke('Mei');
    await until(() => listener.heard.includes('revoked'));
    expect(await link.send(note('late', 'k1'))).toEqual({ kind: 'revoked' });
    expect(listener.heard.at(-1)).toBe('revoked');
  });

  test('a hub whose log is another one shuts no desk out: what the desk has waits', async () => {
    let logId = 'other';
    let isOpen = true;
    const url = await served((response) => {
      if (isOpen) {
        isOpen = false;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('event: log\ndata: {"logId":"l","sequence":0}\n\n');
        return;
      }
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'revoked', message: '', logId } }));
    });
    const link = linkTo(url, 't');
    const listener = followed(link);
    await vi.waitFor(() => expect(listener.heard).toContain('logGone'));
    expect(await link.send(note('late', 'k1'))).toEqual({ kind: 'away' });
    expect(listener.heard).not.toContain('revoked');
    logId = 'l';
    expect(await link.send(note('late', 'k1'))).toEqual({ kind: 'revoked' });
    await vi.waitFor(() => expect(listener.heard.at(-1)).toBe('revoked'), { timeout: 60_000 });
  });

  test('a stream that says nothing for forty seconds is opened anew', async () => {
    const clock = new FakeClock();
    const streams: ServerResponse[] = [];
    const url = await served((response) => {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: log\ndata: {"logId":"l","sequence":0}\n\n');
    });
    const listener = followed(linkTo(url, 't', clock));
    await vi.waitFor(() => expect(listener.heard).toEqual(['opened']));
    await clock.advance(39_000);
    expect(listener.heard).toEqual(['opened']);
    await clock.advance(2000);
    await vi.waitFor(() => expect(listener.heard).toEqual(['opened', 'away']));
    await clock.advance(1000);
    await vi.waitFor(() => expect(streams).toHaveLength(2));
  });

  test('however long a hub was gone, it is asked again within ten seconds', async () => {
    const clock = new FakeClock();
    const url = await served((response) => {
      response.writeHead(503);
      response.end();
    });
    const listener = followed(linkTo(url, 't', clock));
    const tries = () => listener.heard.filter((word) => word === 'away').length;
    for (let many = 1; many <= 12; many += 1) {
      await vi.waitFor(() => expect(tries()).toBe(many));
      await clock.advance(10_000);
    }
  });

  test('a desk goes on at another hub of the team when its own says nothing for ten seconds', async () => {
    const clock = new FakeClock();
    const asked: string[] = [];
    const hub = (name: string, hubs: readonly string[]): Promise<string> =>
      served((response) => {
        asked.push(name);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('event: log\ndata: {"logId":"l","sequence":0}\n\n');
        response.write(statusEvent(hubs));
      });
    const second = await hub('second', []);
    const first = await hub('first', [second, 'https://elsewhere.example', 'http://192.0.2.7:1']);
    const saved: (readonly string[])[] = [];
    const others = { load: () => [], save: (urls: readonly string[]) => void saved.push(urls) };
    const listener = followed(linkTo(first, 't', clock, others));
    await vi.waitFor(() => expect(saved).toEqual([[second]]));
    expect(asked).toEqual(['first']);
    await clock.advance(12_000);
    await vi.waitFor(() =>
      expect(listener.heard.filter((word) => word === 'away')).toHaveLength(1),
    );
    await clock.advance(1000);
    await vi.waitFor(() => expect(asked).toEqual(['first', 'second']));
  });

  test('a stream is one whatever the case of its type and the parameters after it', async () => {
    for (const type of ['Text/Event-Stream', 'TEXT/EVENT-STREAM ; charset=UTF-8']) {
      const url = await served((response) => {
        response.writeHead(200, { 'content-type': type });
        response.write('event: log\ndata: {"logId":"l","sequence":0}\n\n');
      });
      const listener = followed(linkTo(url, 't'));
      await vi.waitFor(() => expect(listener.heard).toEqual(['opened']));
    }
  });

  test('what is no hub changes nothing: a sign-in page neither refuses nor revokes', async () => {
    for (const status of [200, 302, 401, 403, 404, 410, 500]) {
      const url = await served((response) => {
        response.writeHead(status, { 'content-type': 'text/html' });
        response.end('<html>Sign in to the network</html>');
      });
      const link = linkTo(url, 't');
      const listener = followed(link);
      expect(await link.send(note('x', 'k'))).toEqual({ kind: 'away' });
      await vi.waitFor(() => expect(listener.heard).toContain('away'));
      expect(new Set(listener.heard)).toEqual(new Set(['away']));
    }
  });

  test('an entry that cannot be read is passed over, and the next one counts', async () => {
    const http = await HttpBench.start();
    await http.hub.board.add(ana, [{ id }], 'add');
    const [entry] = await entriesOf(http.hub);
    const url = await served((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: log\ndata: {"logId":"l","sequence":2}\n\n');
      response.write('id: 1\nevent: order\ndata: {"change":"danced"}\n\n');
      response.write(`id: 2\nevent: order\ndata: ${entry?.json}\n\n`);
    });
    const defects: unknown[] = [];
    const listener = followed(
      new HttpHubLink({
        hubUrl: url,
        token: () => Promise.resolve('secret-token'),
        clock: new SystemClock(),
        random: () => 0,
        opens: () => Promise.resolve({}),
        reportDefect: (error) => defects.push(error),
      }),
    );
    await vi.waitFor(() => expect(listener.sequences).toEqual([2]));
    expect(defects).toHaveLength(1);
    expect(String(defects[0])).not.toMatch(/danced|secret-token/);
  });

  test.each(['http://hub.example', 'http://192.168.1.5:8440', 'ftp://hub', 'hub', 'https://a@hub'])(
    'no token ever goes to %s',
    (hubUrl) => {
      expect(() => linkTo(hubUrl, 'secret-token')).toThrow(RangeError);
    },
  );
});

describe('over TLS', () => {
  let certificates: TestCertificates;

  beforeAll(() => {
    certificates = makeCertificates();
  });

  const clock = new SystemClock();

  test.each(['good', 'expired', 'otherName', 'selfSigned'] as const)(
    'a certificate that no authority vouches for is refused: %s',
    async (name) => {
      const http = await HttpBench.start({ tls: certificates[name] });
      const joined = await joinTeam(http.server.url, 'code', { clock, opens: trusting() });
      expect(joined).toEqual({ ok: false, failure: 'untrusted' });
    },
  );

  test('a hub of one’s own authority lets a desk in once, by its code', async () => {
    const http = await HttpBench.start({ tls: certificates.good });
    const opens = trusting(certificates.ca);
    const invited = await http.hub.desks.invite('Mei', 'viewer');
    const code = invited === 'taken' ? '' : invited.code;
    const joined = await joinTeam(`${http.server.url}/`, ` ${code} `, { clock, opens });
    expect(joined).toMatchObject({
      ok: true,
      value: { membership: { hubUrl: http.server.url, deskName: 'Mei', role: 'viewer' } },
    });
    expect(await joinTeam(http.server.url, code, { clock, opens })).toEqual({
      ok: false,
      failure: 'codeRefused',
    });
  });
});

test('a token that a terminal would act on is none', async () => {
  const token = 'a\u009b31m\u202eb';
  const url = await served((response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ token, desk: { id: 'd', name: 'Mei', role: 'viewer' } }));
  });
  const opens = trusting();
  expect(await joinTeam(url, 'code', { clock: new SystemClock(), opens })).toEqual({
    ok: false,
    failure: 'away',
  });
});

/** Connections as the program opens them, to those whom these authorities vouch for too. */
function trusting(...authorities: string[]) {
  const trust = new TrustedAuthorities(authorities);
  return async () => ({ ...(await trust.tlsOptions()) });
}

/** Serves every request alike. @returns the address */
/** The event of a status that names the hubs of a team. */
function statusEvent(hubs: readonly string[]): string {
  const pace = {
    requestsLastMinute: 0,
    requestsPerMinute: 0,
    nextCheckAtMs: null,
    lastAnswerAtMs: null,
  };
  const status = { nowMs: 0, health: { state: 'reachable' }, pace, desks: [], hubs, checked: [] };
  return `event: status\ndata: ${JSON.stringify(status)}\n\n`;
}

async function served(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function entriesOf(hub: BenchHub['hub']) {
  const part = await hub.board.entriesSince(0, 10);
  return part.kind === 'entries' ? part.entries : [];
}
