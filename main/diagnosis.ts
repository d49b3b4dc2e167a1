import type { Diagnosis, DiagnosisArea, Finding, FindingState } from '../core/diagnosis.ts';
import type { KeychainFault } from '../core/connection.ts';
import { failureText } from '../core/failure-text.ts';
import type { Hop, HopName } from './delivery/hop-timings.ts';
import { lastTroubles } from './log-troubles.ts';
import type { DatabaseCheck } from './storage/database-check.ts';

/** What the desktop offers for notifications; null fields where nobody answers. */
export interface NotificationCapability {
  /** The daemon's name and version on Linux, the system elsewhere; null when there is none. */
  readonly shownBy: string | null;
  readonly capabilities: readonly string[];
}

/** What a diagnosis looks at. Whatever throws is told as something that could not be looked at. */
export interface DiagnosisParts {
  readonly wallMs: () => number;
  /** Names and values about the program and the system, as they are. */
  readonly program: readonly (readonly [name: string, value: string])[];
  readonly profileDir: string;
  readonly canWriteProfile: () => boolean;
  readonly logPath: string;
  readonly checkDatabase: () => DatabaseCheck;
  /** What the system's keychain is called, and how it answered. */
  readonly keychainName: string;
  readonly askKeychain: () => Promise<'works' | 'secretAbsent' | KeychainFault>;
  readonly notifications: () => Promise<NotificationCapability>;
  readonly isTrayThere: () => Promise<boolean>;
  readonly connection: () => Promise<ConnectionFinding>;
  /** Replaces what says who somebody is, such as the home folder, in every value. */
  readonly redact: (text: string) => string;
}

/** The way to the service; null `baseUrl` before one is connected. */
export interface ConnectionFinding {
  readonly baseUrl: string | null;
  readonly hops: readonly Hop[];
}

const hopNames: Readonly<Record<HopName, string>> = {
  dns: 'Name look-up',
  proxy: 'Way through the proxy',
  tcp: 'Connection',
  tls: 'Certificate',
  token: 'Access token',
  order: 'First order',
};

const keychainWords: Readonly<Record<'works' | 'secretAbsent' | KeychainFault, string>> = {
  works: 'works',
  secretAbsent: 'answers, but holds no secret for the stored connection',
  locked: 'is locked',
  missing: 'is not there',
  denied: 'did not let Waybell in',
  timeout: 'did not answer',
  failed: 'reported a failure',
};

/**
 * Looks at everything that Waybell needs, each for itself: a broken keychain, database or network is a
 * line of the report and never the end of it.
 */
export async function diagnose(parts: DiagnosisParts): Promise<Diagnosis> {
  const { program, redact, wallMs } = parts;
  const madeAt = new Date(wallMs()).toISOString();
  const looked = await Promise.all([
    look('files', async () => filesFindings(parts)),
    look('database', async () => databaseFindings(parts.checkDatabase())),
    look('keychain', async () => [await keychainFinding(parts)]),
    look('notifications', async () => notificationFindings(await parts.notifications())),
    look('tray', async () => [trayFinding(await parts.isTrayThere())]),
    look('connection', async () => connectionFindings(await parts.connection())),
  ]);
  const findings = [
    ...program.map(([name, value]) => fact('program', name, value)),
    ...looked.flat(),
  ];
  return {
    format: 'waybell-diagnosis',
    version: 1,
    madeAt,
    findings: findings.map((each) => ({ ...each, value: redact(each.value) })),
    troubles: lastTroubles(parts.logPath),
  };
}

async function look(
  area: DiagnosisArea,
  act: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await act();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return [finding(area, 'Not looked at', 'bad', `this part failed${code}`)];
  }
}

function filesFindings({
  canWriteProfile,
  logPath,
  profileDir,
}: DiagnosisParts): readonly Finding[] {
  const canWrite = canWriteProfile();
  return [
    fact('files', 'Profile folder', profileDir),
    finding('files', 'Writing there', canWrite ? 'good' : 'bad', canWrite ? 'works' : 'is refused'),
    fact('files', 'Log', logPath),
  ];
}

function databaseFindings(check: DatabaseCheck): readonly Finding[] {
  const { backups, newestVersion, orders, setAside, sizeBytes, state, version } = check;
  const words = {
    absent: 'there is none yet',
    ok: 'whole',
    damaged: 'damaged; it is set aside at the next start, and nothing is deleted',
    unread: 'could not be read',
    large: 'too large to be checked beside the work; it was checked at the start',
  };
  const isBad = state === 'damaged' || state === 'unread';
  const isNewer = version !== null && version > newestVersion;
  return [
    finding('database', 'Check', isBad ? 'bad' : state === 'ok' ? 'good' : 'fact', words[state]),
    fact('database', 'Size', `${(sizeBytes / 1_000_000).toFixed(1)} MB`),
    ...(orders === null ? [] : [fact('database', 'Orders', String(orders))]),
    ...(version === null
      ? []
      : [
          finding('database', 'Schema', isNewer ? 'bad' : 'good', `${version} of ${newestVersion}`),
        ]),
    fact('database', 'Backups', backups.length === 0 ? 'none' : backups.join(', ')),
    ...(setAside.length === 0
      ? []
      : [finding('database', 'Set aside', 'notice', setAside.join(', '))]),
  ];
}

async function keychainFinding({ askKeychain, keychainName }: DiagnosisParts): Promise<Finding> {
  const answer = await askKeychain();
  return finding(
    'keychain',
    keychainName,
    answer === 'works' ? 'good' : 'bad',
    keychainWords[answer],
  );
}

function notificationFindings({
  capabilities,
  shownBy,
}: NotificationCapability): readonly Finding[] {
  if (shownBy === null) return [finding('notifications', 'Shown by', 'bad', 'nobody answers')];
  return [
    finding('notifications', 'Shown by', 'good', shownBy),
    ...(capabilities.length === 0
      ? []
      : [fact('notifications', 'Capabilities', capabilities.join(', '))]),
  ];
}

function trayFinding(isThere: boolean): Finding {
  return isThere
    ? finding('tray', 'Place for the icon', 'good', 'there')
    : finding(
        'tray',
        'Place for the icon',
        'notice',
        'none; closing the window minimises it instead',
      );
}

function connectionFindings({ baseUrl, hops }: ConnectionFinding): readonly Finding[] {
  if (baseUrl === null) return [finding('connection', 'Service', 'notice', 'not connected yet')];
  return [
    fact('connection', 'Service', baseUrl),
    ...hops.map((hop): Finding => {
      const { elapsedMs } = hop;
      const name = hopNames[hop.name];
      if (hop.state === 'passed') {
        const value = hop.detail ?? 'works';
        return { area: 'connection', name, state: 'good', value, elapsedMs };
      }
      const value = `${failureText(hop.code, null).title} (${hop.code})`;
      return { area: 'connection', name, state: 'bad', value, elapsedMs };
    }),
  ];
}

function finding(area: DiagnosisArea, name: string, state: FindingState, value: string): Finding {
  return { area, name, state, value, elapsedMs: null };
}

function fact(area: DiagnosisArea, name: string, value: string): Finding {
  return finding(area, name, 'fact', value);
}
