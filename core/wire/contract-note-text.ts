import { chineseNotes } from './contract-note-chinese.ts';
import { englishNotes } from './contract-note-english.ts';
import { isUnknownField } from './contract-notes.ts';
import type { ContractNoteEntry, NotesForm, ServiceNote } from './contract-notes.ts';
import type { Language } from '../text/language.ts';

const textsIn: Readonly<Record<Language, typeof englishNotes>> = {
  en: englishNotes,
  'zh-Hant': chineseNotes,
};

/** What a rule of leniency says about the service, in plain words. */
export function contractNoteSentence(note: ServiceNote, language: Language): string {
  const { sentences, unknownField } = textsIn[language];
  if (isUnknownField(note)) return unknownField(note.slice('field-unknown '.length));
  return sentences[note];
}

/** Whether a stored name still is a rule of this version. */
export function isServiceNote(name: string): name is ServiceNote {
  return Object.hasOwn(englishNotes.sentences, name) || isUnknownField(name);
}

/** A rule with how often it was needed, and on which days first and last (UTC), on one line. */
export function contractNoteLine(
  { count, firstSeenAtMs, lastSeenAtMs, note }: ContractNoteEntry,
  language: Language,
): string {
  const [first = '', last = ''] = [firstSeenAtMs, lastSeenAtMs].map((atMs) =>
    new Date(atMs).toISOString().slice(0, 10),
  );
  const { inBrackets, seen } = textsIn[language];
  return contractNoteSentence(note, language) + inBrackets(seen(count, first, last));
}

/** What is said of a service whose answers needed no rule. */
export function noContractNotes(language: Language): string {
  return textsIn[language].none;
}

/** The notes as a page of text, one rule per paragraph, or as JSON. */
export function contractNotesExport(
  entries: readonly ContractNoteEntry[],
  form: NotesForm,
  language: Language,
): string {
  const { about, none, seen } = textsIn[language];
  const stated = entries.map(({ note, count, firstSeenAtMs, lastSeenAtMs }) => ({
    rule: note,
    meaning: contractNoteSentence(note, language),
    count,
    firstSeen: new Date(firstSeenAtMs).toISOString(),
    lastSeen: new Date(lastSeenAtMs).toISOString(),
  }));
  if (form === 'json') return `${JSON.stringify({ about, rules: stated }, null, 2)}\n`;
  if (stated.length === 0) return `${none}\n`;
  const paragraphs = stated.map(
    ({ rule, meaning, count, firstSeen, lastSeen }) =>
      `${rule}\n  ${meaning}\n  ${seen(count, firstSeen, lastSeen)}`,
  );
  return `${[about, ...paragraphs].join('\n\n')}\n`;
}
