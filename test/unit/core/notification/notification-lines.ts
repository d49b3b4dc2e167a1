import type { NotificationDraft } from '../../../../core/notification/notification.ts';

/** What a notification says at every level, with ordinary blanks for reading; nothing where none is told. */
export function lines(draft: NotificationDraft | null): readonly string[] {
  if (draft === null) return [];
  const { full, noNames, countOnly } = draft.texts;
  return [full.title, full.body, noNames.body, countOnly.title, countOnly.body].map((text) =>
    text.replaceAll('\u00A0', ' '),
  );
}
