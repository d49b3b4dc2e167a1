import { expect, test } from 'vitest';
import { diagnose } from '../../../main/engine/diagnosis/diagnosis.ts';
import { CredentialStoreError } from '../../../main/engine/credentials/credential-store.ts';
import { examineHub, type HubReach } from '../../../main/engine/team/examine-hub.ts';
import { joinTeam } from '../../../main/engine/team/join.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { someDiagnosisParts } from '../../support/operating/diagnosis-parts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = new SystemClock();
const opens = async () => ({});

/** Mei's desk, and how it fares at its hub. @param read what its keychain answers, its token unless given */
async function meiAtHub(http: HttpBench) {
  const invited = await http.hub.desks.invite('Mei', 'viewer');
  const code = invited === 'taken' ? '' : invited.code;
  const joined = await joinTeam(http.server.url, code, { clock, opens });
  if (!joined.ok) throw new Error(joined.failure);
  const { membership, token } = joined.value;
  const examined = (read: () => Promise<string | null> = async () => token): Promise<HubReach> =>
    examineHub({ membership, otherHubs: [] }, { clock, opens, secrets: { read } });
  return { examined, token };
}

test('a desk knows whether its hub answers, knows it no more, or is not reached', async () => {
  const http = await HttpBench.start();
  const { examined } = await meiAtHub(http);
  expect(await examined()).toBe('works');
  await http.hub.desks.revoke('Mei');
  expect(await examined()).toBe('refused');
  await http.server.close();
  expect(await examined()).toBe('away');
});

test('a keychain that has no token, or gives none, is what is at fault, and the hub is not asked', async () => {
  const http = await HttpBench.start();
  const { examined } = await meiAtHub(http);
  expect(await examined(async () => null)).toBe('tokenAbsent');
  expect(await examined(() => Promise.reject(new CredentialStoreError('locked')))).toBe('locked');
});

test.each([
  ['works', 'good', 'answers'],
  ['away', 'bad', 'not reached; changes wait, and nothing new comes'],
] as const)('a hub that %s is told of in the report of a desk', async (reach, state, said) => {
  const hubUrl = 'https://hub.example.com';
  const parts = someDiagnosisParts(temporaryFolder(), {
    team: async () => ({ hubUrl, reach, elapsedMs: 7 }),
    connection: async () => ({ baseUrl: null, steps: [], isByHub: true }),
  });
  const { findings } = await diagnose(parts);
  expect(findings.filter(({ area }) => area === 'team' || area === 'connection')).toEqual([
    { area: 'team', name: 'Hub', state, value: `${hubUrl}: ${said}`, elapsedMs: 7 },
    {
      area: 'connection',
      name: 'Service',
      state: 'fact',
      value: 'asked by the hub, not by this desk',
      elapsedMs: null,
    },
  ]);
});
