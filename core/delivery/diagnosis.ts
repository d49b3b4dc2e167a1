/** The parts of the program that a diagnosis examines, in the order of the report. */
export type DiagnosisArea =
  | 'program'
  | 'files'
  | 'database'
  | 'keychain'
  | 'notifications'
  | 'tray'
  | 'team'
  | 'connection'
  | 'contract';

/** The same of a hub. */
export type HubArea = 'program' | 'files' | 'cluster' | 'teamLog' | 'encryption';

/** `bad` is what keeps Waybell from its work, `notice` what is worth knowing, `fact` neither. */
export type FindingState = 'good' | 'notice' | 'bad' | 'fact';

/** One line of the report. Its texts hold no secret, no name and no phone number. */
export interface Finding<Area extends DiagnosisArea | HubArea = DiagnosisArea> {
  readonly area: Area;
  readonly name: string;
  readonly state: FindingState;
  readonly value: string;
  /** How long the examination took; null where that says nothing. */
  readonly elapsedMs: number | null;
}

/** A warning or an error of the log: our own words about it and nothing else. */
export interface LoggedTrouble {
  readonly at: string;
  readonly level: 'warn' | 'error';
  readonly event: string;
  /** Codes and counts, such as `code: 'timeout'` and `repeated: 12`. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The examination of everything that Waybell needs. It is safe to pass on. */
export interface Diagnosis {
  readonly format: 'waybell-diagnosis';
  readonly version: 1;
  readonly madeAt: string;
  readonly findings: readonly Finding[];
  /** The newest first. */
  readonly troubles: readonly LoggedTrouble[];
}

/** The examination of what a hub needs. It has no log of troubles. */
export interface HubDiagnosis extends Pick<Diagnosis, 'format' | 'version' | 'madeAt'> {
  readonly findings: readonly Finding<HubArea>[];
}

/** Whether nothing keeps Waybell from its work. */
export function isWell({ findings }: Diagnosis | HubDiagnosis): boolean {
  return findings.every(({ state }) => state !== 'bad');
}
