import type { englishNotes } from './contract-note-english.ts';

/**
 * A rule of leniency that was needed because the contract leaves a case open or the service left the
 * contract. None carries data: all can be shown and exported as they are.
 */
export type ServiceNote = keyof typeof englishNotes.sentences;

/** A rule for getting and using an access token (seeds/contract.md, 4.1 and 5). */
export type TokenNote = Extract<ServiceNote, `token-${string}` | `expires-in-${string}`>;

/** A rule for reading an answer. */
export type ContractNote = Exclude<ServiceNote, TokenNote>;

/** Records that a rule was needed. */
export type Note = (rule: ContractNote) => void;

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
