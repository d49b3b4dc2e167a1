import type { DiagnosisArea, FindingState } from '../../../core/delivery/diagnosis.ts';

const areas: Record<DiagnosisArea, string> = {
  program: 'Program',
  files: 'Files',
  database: 'Database',
  keychain: 'Keychain',
  notifications: 'Notifications',
  tray: 'Tray',
  connection: 'Connection',
};

const states: Record<FindingState, string> = {
  good: 'Works',
  notice: 'Worth knowing',
  bad: 'Does not work',
  fact: '',
};

/** The words of the diagnostics page, in English. */
export const diagnosisWords = {
  lead: 'Everything here is safe to share: no secrets, no names, no phone numbers.',
  areas,
  states,
  looking: 'Looking',
  again: 'Look again',
  copy: 'Copy report',
  copied: 'Report copied',
  save: 'Save report…',
  troubles: 'Last troubles in the log',
  noTroubles: 'None',
};
