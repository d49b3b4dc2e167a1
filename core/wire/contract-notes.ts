import type { FixNote } from '../order/courier-time.ts';
import type { ContractNote } from './wire-order.ts';

/** A rule of leniency for getting and using an access token (seeds/contract.md, 4.1 and 5). */
export type TokenNote =
  | 'token-by-get'
  | 'token-by-form'
  | 'token-in-data'
  | 'token-status-created'
  | 'token-type-other'
  | 'token-type-unreadable'
  | 'token-refused-by-403'
  | 'token-refused-in-200'
  | 'expires-in-missing'
  | 'expires-in-unreadable'
  | 'expires-in-text'
  | 'expires-in-out-of-range';

/** Any rule of leniency. None carries data: all can be shown and exported as they are. */
export type ServiceNote = ContractNote | FixNote | TokenNote;

/** How the notes are exported. */
export const notesForms = ['text', 'json'] as const;

export type NotesForm = (typeof notesForms)[number];

/** How often one rule was needed since this installation first talked to the service. */
export interface ContractNoteEntry {
  readonly note: ServiceNote;
  /** Answers that needed it. */
  readonly count: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

/** What the service does that the contract leaves open or says otherwise, and how Waybell reads it. */
export interface ContractNoteWords {
  readonly sentences: Readonly<Record<ServiceNote, string>>;
  /** Above an export. */
  readonly about: string;
  readonly none: string;
  readonly seen: (answers: number, first: string, last: string) => string;
}
