import type {
  Diagnosis,
  DiagnosisArea,
  Finding,
  FindingState,
} from '../../../core/delivery/diagnosis.ts';
import type { KeychainFault } from '../../../core/delivery/connection.ts';
import { failureText } from '../../../core/delivery/failure-text.ts';
import type { Language } from '../../../core/text/language.ts';
import { cleanLine } from '../../../core/text/safe-text.ts';
import { contractNoteLine, noContractNotes } from '../../../core/wire/contract-note-text.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import type { StepFact, StepResult } from '../delivery/connection-test/connection-steps.ts';
import type { DiagnosisTexts } from './diagnosis-texts.ts';
import { diagnosisTextsIn } from './diagnosis-texts.ts';
import { lastTroubles } from './log-troubles.ts';
import type { DatabaseCheck } from '../storage/database.ts';
import type { ExaminedTeam } from '../team/examine-hub.ts';

/** A value comes from files and the environment, too: it stays one line and says nothing to a terminal. */
const longestValue = 1000;

/** What the desktop offers for notifications; null fields where there is no answer. */
export interface NotificationCapability {
  /** The daemon with its version on Linux, the system elsewhere; null when there is none. */
  readonly shownBy: 'system' | { readonly name: string } | null;
  readonly capabilities: readonly string[];
}

/** What a diagnosis looks at. A part that throws is reported as one that could not be looked at. */
export interface DiagnosisParts {
  /** The language of the report. */
  readonly language: Language;
  readonly wallMs: () => number;
  /** Names and values about the program and the system, as they are. */
  readonly program: readonly (readonly [name: string, value: string])[];
  readonly profileDir: string;
  readonly canWriteProfile: () => boolean;
  readonly logPath: string;
  readonly checkDatabase: () => DatabaseCheck;
  /** What the system's keychain is called. */
  readonly keychainName: string;
  /** Asks the keychain for a secret and says how it answered. */
  readonly askKeychain: () => Promise<'works' | 'secretAbsent' | KeychainFault>;
  readonly notifications: () => Promise<NotificationCapability>;
  readonly isTrayThere: () => Promise<boolean>;
  /** The way to the hubs; null for a desk of its own. */
  readonly team: () => Promise<ExaminedTeam | null>;
  readonly connection: () => Promise<ConnectionFinding>;
  /** The rules of leniency that the present service's answers and webhooks needed. */
  readonly contractNotes: () => readonly ContractNoteEntry[];
  /** Replaces what identifies a person, such as the home folder, in every value. */
  readonly redact: (text: string) => string;
}

/**
 * The steps to the service; `baseUrl` is null before one is connected, and for a desk of a team, which asks its hub.
 */
export interface ConnectionFinding {
  readonly baseUrl: string | null;
  readonly isByHub?: boolean;
  readonly steps: readonly StepResult[];
}

/**
 * Looks at everything that Waybell needs, each for itself: a broken keychain, database or network is a
 * line of the report and never the end of it.
 */
export async function diagnose(parts: DiagnosisParts): Promise<Diagnosis> {
  const { program, redact, wallMs } = parts;
  const texts = diagnosisTextsIn[parts.language];
  const madeAt = new Date(wallMs()).toISOString();
  const look = async (
    area: DiagnosisArea,
    act: () => Promise<readonly Finding[]>,
  ): Promise<readonly Finding[]> => {
    try {
      return await act();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      return [finding(area, texts.notLookedAt, 'bad', texts.partFailed(code))];
    }
  };
  const looked = await Promise.all([
    look('files', async () => filesFindings(parts, texts)),
    look('database', async () => databaseFindings(parts.checkDatabase(), texts)),
    look('keychain', async () => [await keychainFinding(parts, texts)]),
    look('notifications', async () => notificationFindings(await parts.notifications(), texts)),
    look('tray', async () => [trayFinding(await parts.isTrayThere(), texts)]),
    look('team', async () => teamFindings(await parts.team(), texts)),
    look('connection', async () => connectionFindings(await parts.connection(), parts.language)),
    look('contract', async () => contractFindings(parts.contractNotes(), parts.language)),
  ]);
  const findings = [
    ...program.map(([name, value]) => fact('program', name, value)),
    ...looked.flat(),
  ];
  return {
    format: 'waybell-diagnosis',
    version: 1,
    madeAt,
    findings: findings.map((each) => ({
      ...each,
      value: cleanLine(redact(each.value), longestValue),
    })),
    troubles: lastTroubles(parts.logPath),
  };
}

function filesFindings(
  { canWriteProfile, logPath, profileDir }: DiagnosisParts,
  { files: texts }: DiagnosisTexts,
): readonly Finding[] {
  const canWrite = canWriteProfile();
  return [
    fact('files', texts.folder, profileDir),
    finding(
      'files',
      texts.writing,
      canWrite ? 'good' : 'bad',
      canWrite ? texts.writes : texts.isRefused,
    ),
    fact('files', texts.log, logPath),
  ];
}

function databaseFindings(
  check: DatabaseCheck,
  { database: texts }: DiagnosisTexts,
): readonly Finding[] {
  const { backups, newestVersion, orders, setAside, sizeBytes, state, version } = check;
  const isBad = state === 'damaged' || state === 'unread';
  const isNewer = version !== null && version > newestVersion;
  const found = isBad ? 'bad' : state === 'ok' ? 'good' : 'fact';
  return [
    finding('database', texts.check, found, texts.state[state]),
    fact('database', texts.size, `${(sizeBytes / 1_000_000).toFixed(1)} MB`),
    ...(orders === null ? [] : [fact('database', texts.orders, String(orders))]),
    ...(version === null
      ? []
      : [
          finding(
            'database',
            texts.schema,
            isNewer ? 'bad' : 'good',
            texts.versionOf(version, newestVersion),
          ),
        ]),
    fact('database', texts.backups, backups.length === 0 ? texts.none : backups.join(', ')),
    ...(setAside.length === 0
      ? []
      : [finding('database', texts.setAside, 'notice', setAside.join(', '))]),
  ];
}

async function keychainFinding(
  { askKeychain, keychainName }: DiagnosisParts,
  texts: DiagnosisTexts,
): Promise<Finding> {
  const answer = await askKeychain();
  const state = answer === 'works' ? 'good' : 'bad';
  return finding('keychain', keychainName, state, texts.keychain[answer]);
}

function notificationFindings(
  { capabilities, shownBy }: NotificationCapability,
  { notifications: texts }: DiagnosisTexts,
): readonly Finding[] {
  if (shownBy === null) return [finding('notifications', texts.shownBy, 'bad', texts.noAnswer)];
  const name = shownBy === 'system' ? texts.bySystem : shownBy.name;
  return [
    finding('notifications', texts.shownBy, 'good', name),
    ...(capabilities.length === 0
      ? []
      : [fact('notifications', texts.capabilities, capabilities.join(', '))]),
  ];
}

function trayFinding(isThere: boolean, { tray: texts }: DiagnosisTexts): Finding {
  return isThere
    ? finding('tray', texts.place, 'good', texts.isThere)
    : finding('tray', texts.place, 'notice', texts.none);
}

/** One hub that works is enough for a desk. */
function teamFindings(
  team: ExaminedTeam | null,
  { team: texts }: DiagnosisTexts,
): readonly Finding[] {
  if (team === null) return [];
  if (typeof team === 'string') return [finding('team', texts.token, 'bad', texts.noToken[team])];
  const failed = team.some(({ reach }) => reach === 'works') ? 'notice' : 'bad';
  return team.map(({ elapsedMs, hubUrl, reach }) => {
    const state = reach === 'works' ? 'good' : failed;
    const value = `${hubUrl}: ${texts.reach[reach]}`;
    return { area: 'team', name: texts.hub, state, value, elapsedMs };
  });
}

function connectionFindings(
  { baseUrl, isByHub = false, steps }: ConnectionFinding,
  language: Language,
): readonly Finding[] {
  const { connection: texts, steps: names } = diagnosisTextsIn[language];
  if (isByHub) return [fact('connection', texts.service, texts.byHub)];
  if (baseUrl === null) return [finding('connection', texts.service, 'notice', texts.notConnected)];
  return [
    fact('connection', texts.service, baseUrl),
    ...steps.flatMap((step): readonly Finding[] => {
      const { elapsedMs } = step;
      const name = names[step.name];
      if (step.state === 'passed') {
        // http is for this computer only and has no certificate.
        if (step.fact.kind === 'notEncrypted') return [];
        const value = factText(step.fact, texts) ?? texts.works;
        return [{ area: 'connection', name, state: 'good', value, elapsedMs }];
      }
      const { code } = step.failure;
      const value = `${failureText(code, null, language).title} (${code})`;
      return [{ area: 'connection', name, state: 'bad', value, elapsedMs }];
    }),
  ];
}

function contractFindings(
  entries: readonly ContractNoteEntry[],
  language: Language,
): readonly Finding[] {
  if (entries.length === 0) {
    const { rules } = diagnosisTextsIn[language].contract;
    return [fact('contract', rules, noContractNotes(language))];
  }
  return entries.map((entry) => fact('contract', entry.note, contractNoteLine(entry, language)));
}

function factText(found: StepFact, texts: DiagnosisTexts['connection']): string | null {
  if (found.kind === 'addresses') return texts.addresses(found.count);
  if (found.kind === 'encrypted') return found.protocol;
  return found.kind === 'order' ? found.code : null;
}

function finding(area: DiagnosisArea, name: string, state: FindingState, value: string): Finding {
  return { area, name, state, value, elapsedMs: null };
}

function fact(area: DiagnosisArea, name: string, value: string): Finding {
  return finding(area, name, 'fact', value);
}
