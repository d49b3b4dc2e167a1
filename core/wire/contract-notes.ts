import type { englishNotes } from './contract-note-english.ts';

/** The name of a field that the contract does not have, with its place: `field-unknown pickup.arrived_at`. */
export type UnknownField = `field-unknown ${string}`;

/**
 * A rule of leniency that was needed because the contract leaves a case open or the service left the
 * contract. None carries data: all can be shown and exported as they are.
 */
export type ServiceNote = keyof typeof englishNotes.sentences | UnknownField;

/** A rule for getting and using an access token (seeds/contract.md, 4.1 and 5). */
export type TokenNote = Extract<ServiceNote, `token-${string}` | `expires-in-${string}`>;

/** A rule for reading an answer. */
export type ContractNote = Exclude<ServiceNote, TokenNote>;

/** Records that a rule was needed. */
export type Note = (rule: ContractNote) => void;

/** A place such as `destinations[].contact.`, and a name that no text for people or number fits. */
const unknownField =
  /^field-unknown (?!(?:\D*\d){4})(?:[a-z_]{1,20}(?:\[\])?\.){0,3}[a-z_][A-Za-z0-9_-]{0,39}$/;

/** Whether a note names a field. A name holds at most three digits, so that no number or uuid is one. */
export function isUnknownField(note: string): note is UnknownField {
  return unknownField.test(note);
}

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
