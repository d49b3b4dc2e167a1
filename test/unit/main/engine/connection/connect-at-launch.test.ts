import { describe, expect, test } from 'vitest';
import type { ConnectionTest } from '../../../../../core/delivery/connection.ts';
import type { ConnectAtLaunch } from '../../../../../main/engine/connection/connect-at-launch.ts';
import { connectAtLaunch } from '../../../../../main/engine/connection/connect-at-launch.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

type Saved = Awaited<ReturnType<ConnectAtLaunch['connection']['save']>>;

const given = {
  baseUrl: 'https://service.example/',
  clientId: 'desk-7',
  clientSecret: 'open sesame',
};

const unreachable: ConnectionTest = {
  steps: [
    {
      name: 'reach',
      state: 'failed',
      elapsedMs: 20,
      code: 'dns-failed',
      httpStatus: null,
      message: 'No such host.',
    },
    { name: 'certificate', state: 'waiting' },
    { name: 'token', state: 'waiting' },
  ],
};

async function launch(saved: Saved, isSessionOnly = false) {
  const done: string[] = [];
  const said: string[] = [];
  const log = new RecordingLog();
  await connectAtLaunch(given, {
    connection: {
      save(draft) {
        done.push(`save ${draft.baseUrl} ${draft.clientId}`);
        return Promise.resolve(saved);
      },
      useSession(profile) {
        done.push(`session ${profile.baseUrl} ${profile.clientId}`);
        return Promise.resolve();
      },
    },
    parseBaseUrl: (text) =>
      text.startsWith('https://')
        ? { ok: true, value: text.replace(/\/$/, '') }
        : { ok: false, failure: { message: 'Use https.' } },
    isSessionOnly,
    log,
    say: (sentence) => said.push(sentence),
  });
  expect(JSON.stringify([said, log.lines])).not.toContain('open sesame');
  return { done, said };
}

describe('connecting from the command line', () => {
  test('stores the connection once the service accepted it', async () => {
    const { done, said } = await launch({ ok: true, value: null });
    expect(done).toEqual(['save https://service.example desk-7']);
    expect(said).toEqual([]);
  });

  test('for this session only, nothing is stored', async () => {
    const { done } = await launch({ ok: true, value: null }, true);
    expect(done).toEqual(['session https://service.example desk-7']);
  });

  test('a service that cannot be reached yet is used unstored, so that trying goes on', async () => {
    const { done } = await launch({ ok: true, value: unreachable });
    expect(done.at(-1)).toBe('session https://service.example desk-7');
  });

  test('without a keychain nothing is connected and the way out is said', async () => {
    const failure = { code: 'keychain-failed', message: 'The keychain is locked.' } as const;
    const { done, said } = await launch({ ok: false, failure });
    expect(done).toEqual(['save https://service.example desk-7']);
    expect(said).toEqual([
      'The keychain is locked. Start with --session-only to keep the secret in memory instead.',
    ]);
  });
});
