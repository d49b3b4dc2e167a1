import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isWell } from '../../../core/delivery/diagnosis.ts';
import { diagnose } from '../../../main/engine/diagnosis/diagnosis.ts';
import { CredentialStoreError } from '../../../main/engine/credentials/credential-store.ts';
import { examineHubs } from '../../../main/engine/team/examine-hub.ts';
import { joinTeam } from '../../../main/engine/team/join.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { someDiagnosisParts } from '../../support/operating/diagnosis-parts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = new SystemClock();
const opens = async () => ({});

/** Mei's desk at a hub. */
async function meiAt(http: HttpBench) {
  const invited = await http.hub.desks.invite('Mei', 'viewer');
  const code = invited === 'taken' ? '' : invited.code;
  const joined = await joinTeam(http.server.url, code, { clock, opens });
  if (!joined.ok) throw new Error(joined.failure);
  const { membership, token } = joined.value;
  /** @param read what the keychain answers, the token unless given */
  const examined = async (
    otherHubs: readonly string[] = [],
    read: () => Promise<string | null> = async () => token,
  ) => {
    const team = await examineHubs({ membership, otherHubs }, { clock, opens, secrets: { read } });
    return typeof team === 'string' ? team : team.map(({ hubUrl, reach }) => [hubUrl, reach]);
  };
  return { examined, hubUrl: membership.hubUrl };
}

const fromLockedKeychain = () => Promise.reject(new CredentialStoreError('locked'));

/** What answers every request alike, and is no hub. */
async function stranger(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a desk knows whether its hub answers, knows it no more, or is not reached', async () => {
  const http = await HttpBench.start();
  const { examined, hubUrl } = await meiAt(http);
  expect(await examined()).toEqual([[hubUrl, 'works']]);
  await http.hub.desks.revoke('Mei');
  expect(await examined()).toEqual([[hubUrl, 'refused']]);
  await http.server.close();
  expect(await examined()).toEqual([[hubUrl, 'away']]);
});

test.each([
  [200, '{}'],
  [200, '"hi"'],
  [404, '{"error":{"code":"notFound","message":"?"}}'],
  [403, '{"error":{"code":"forbidden","message":"?"}}'],
])(
  'what answers %i with %s is no hub, and the answer of another one is not its',
  async (...answer) => {
    const http = await HttpBench.start();
    const { examined, hubUrl } = await meiAt(http);
    const other = await stranger(...answer);
    expect(await examined([other])).toEqual([
      [hubUrl, 'works'],
      [other, 'noHub'],
    ]);
  },
);

test('a keychain that has no token, or gives none, is what is at fault, and no hub is asked', async () => {
  const http = await HttpBench.start();
  const { examined } = await meiAt(http);
  expect(await examined([], async () => null)).toBe('tokenAbsent');
  expect(await examined([], fromLockedKeychain)).toBe('locked');
});

const [one, two] = ['https://one.example.com', 'https://two.example.com'];

test.each([
  ['works', 'good', 'answers', true],
  ['away', 'bad', 'not reached', false],
] as const)(
  'hubs of which one %s are told of in the report of a desk',
  async (reach, state, said, isWellThen) => {
    const parts = someDiagnosisParts(temporaryFolder(), {
      team: async () => [
        { hubUrl: one, reach, elapsedMs: 7 },
        { hubUrl: two, reach: 'away', elapsedMs: 9 },
      ],
      connection: async () => ({ baseUrl: null, steps: [], isByHub: true }),
    });
    const diagnosis = await diagnose(parts);
    const told = diagnosis.findings.filter(({ area }) => area === 'team' || area === 'connection');
    expect(told.map((each) => [each.name, each.state, each.value])).toEqual([
      ['Hub', state, `${one}: ${said}`],
      ['Hub', isWellThen ? 'notice' : 'bad', `${two}: not reached`],
      ['Service', 'fact', 'asked by the hub, not by this desk'],
    ]);
    expect(isWell(diagnosis)).toBe(isWellThen);
  },
);

test('a value of the environment is one line of the report, and tells a terminal nothing', async () => {
  const desktop = '\u001b[31mEVIL\n  ok    Fake: line';
  const parts = someDiagnosisParts(temporaryFolder(), { program: [['Desktop', desktop]] });
  const [first] = (await diagnose(parts)).findings;
  expect(first?.value).toBe('[31mEVIL ok Fake: line');
});
