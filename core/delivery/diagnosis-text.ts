import type {
  Diagnosis,
  DiagnosisArea,
  Finding,
  FindingState,
  HubArea,
  HubDiagnosis,
  LoggedTrouble,
} from './diagnosis.ts';
import type { Language } from '../text/language.ts';

/** The texts of a report around its findings. */
interface ReportTexts {
  readonly title: (madeAt: string) => string;
  readonly areas: Readonly<Record<DiagnosisArea | HubArea, string>>;
  /** All marks are equally wide, so that the lines are aligned. */
  readonly marks: Readonly<Record<FindingState, string>>;
  readonly colon: string;
  readonly troubles: string;
  readonly noTroubles: string;
}

const textsIn: Readonly<Record<Language, ReportTexts>> = {
  en: {
    title: (madeAt) => `Waybell diagnosis, ${madeAt}`,
    areas: {
      program: 'Program',
      files: 'Files',
      database: 'Database',
      keychain: 'Keychain',
      notifications: 'Notifications',
      tray: 'Tray',
      team: 'Team',
      connection: 'Connection',
      contract: 'What this service does its own way',
      cluster: 'Cluster of etcd',
      teamLog: 'Log of the team',
      encryption: 'Certificates',
    },
    marks: { good: 'ok  ', notice: 'note', bad: 'BAD ', fact: '    ' },
    colon: ': ',
    troubles: 'Last troubles in the log, the newest first',
    noTroubles: 'none',
  },
  'zh-Hant': {
    title: (madeAt) => `Waybell 診斷，${madeAt}`,
    areas: {
      program: '程式',
      files: '檔案',
      database: '資料庫',
      keychain: '鑰匙圈',
      notifications: '通知',
      tray: '系統匣',
      team: '團隊',
      connection: '連線',
      contract: '這個服務的特殊做法',
      cluster: 'etcd 叢集',
      teamLog: '團隊紀錄',
      encryption: '憑證',
    },
    marks: { good: '正常', notice: '留意', bad: '異常', fact: '　　' },
    colon: '：',
    troubles: '記錄檔中最近的問題，最新的在前',
    noTroubles: '沒有',
  },
};

/** A diagnosis as plain text, for a terminal, a mail or a ticket. */
export function diagnosisText(
  { findings, madeAt, ...more }: Diagnosis | HubDiagnosis,
  language: Language,
): string {
  const texts = textsIn[language];
  const lines = [texts.title(madeAt)];
  let area: DiagnosisArea | HubArea | null = null;
  for (const finding of findings) {
    if (finding.area !== area) lines.push('', texts.areas[finding.area]);
    area = finding.area;
    lines.push(findingLine(finding, texts));
  }
  if ('troubles' in more) {
    lines.push('', texts.troubles);
    if (more.troubles.length === 0) lines.push(`  ${texts.noTroubles}`);
    lines.push(...more.troubles.map((trouble) => `  ${troubleLine(trouble)}`));
  }
  return `${lines.join('\n')}\n`;
}

function findingLine(
  { elapsedMs, name, state, value }: Finding<DiagnosisArea | HubArea>,
  { colon, marks }: ReportTexts,
): string {
  const duration = elapsedMs === null ? '' : ` (${elapsedMs} ms)`;
  return `  ${marks[state]}  ${name}${colon}${value}${duration}`;
}

/** A trouble of the log on one line. */
export function troubleLine({ at, event, facts, level }: LoggedTrouble): string {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  return [at, level, event, ...words].join(' ');
}
