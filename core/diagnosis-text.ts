import type {
  Diagnosis,
  DiagnosisArea,
  Finding,
  FindingState,
  LoggedTrouble,
} from './diagnosis.ts';

/** What each area of a diagnosis is called, in reports. */
const areas: Readonly<Record<DiagnosisArea, string>> = {
  program: 'Program',
  files: 'Files',
  database: 'Database',
  keychain: 'Keychain',
  notifications: 'Notifications',
  tray: 'Tray',
  connection: 'Connection',
};

const marks: Readonly<Record<FindingState, string>> = {
  good: 'ok  ',
  notice: 'note',
  bad: 'BAD ',
  fact: '    ',
};

/** A diagnosis as plain text, for a terminal, a mail or a ticket. */
export function diagnosisText({ findings, madeAt, troubles }: Diagnosis): string {
  const lines = [`Waybell diagnosis, ${madeAt}`];
  let area: DiagnosisArea | null = null;
  for (const finding of findings) {
    if (finding.area !== area) lines.push('', areas[finding.area]);
    area = finding.area;
    lines.push(findingLine(finding));
  }
  lines.push('', 'Last troubles in the log, the newest first');
  if (troubles.length === 0) lines.push('  none');
  lines.push(...troubles.map((trouble) => `  ${troubleLine(trouble)}`));
  return `${lines.join('\n')}\n`;
}

function findingLine({ elapsedMs, name, state, value }: Finding): string {
  const took = elapsedMs === null ? '' : ` (${elapsedMs} ms)`;
  return `  ${marks[state]}  ${name}: ${value}${took}`;
}

/** A trouble of the log on one line. */
export function troubleLine({ at, event, facts, level }: LoggedTrouble): string {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  return [at, level, event, ...words].join(' ');
}
