import { join } from 'node:path';
import type { DiagnosisParts } from '../../../main/engine/diagnosis/diagnosis.ts';
import { identityRedaction } from '../../../main/engine/log/identity-redaction.ts';
import { checkDatabase } from '../../../main/engine/storage/database.ts';

const identity = { home: '/home/canary-user', userName: 'canary-user', hostName: 'canary-host' };

/** A computer on which all works, but for what is changed. */
export function someDiagnosisParts(
  folder: string,
  changed: Partial<DiagnosisParts> = {},
): DiagnosisParts {
  return {
    wallMs: () => Date.UTC(2026, 10, 21),
    program: [['Waybell', '0.1.0']],
    profileDir: folder,
    canWriteProfile: () => true,
    logPath: join(folder, 'waybell.log'),
    checkDatabase: () => checkDatabase(folder),
    keychainName: 'Secret Service',
    askKeychain: async () => 'works',
    language: 'en',
    notifications: async () => ({
      shownBy: { name: 'dunst 1.12.2' },
      capabilities: ['actions', 'body'],
    }),
    isTrayThere: async () => true,
    team: async () => null,
    connection: async () => ({
      baseUrl: 'https://api.example.com',
      steps: [
        { name: 'look-up', state: 'passed', elapsedMs: 9, fact: { kind: 'addresses', count: 2 } },
      ],
    }),
    contractNotes: () => [],
    redact: identityRedaction(identity),
    ...changed,
  };
}
