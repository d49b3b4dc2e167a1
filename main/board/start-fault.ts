/** How opening the stored watch list went; fits main/storage. */
export interface StorageOpening {
  /** What was found and could not be used. */
  readonly setAside: { readonly reason: 'damaged' | 'newer'; readonly path: string } | null;
  /** Why nothing can be kept; null as it should be. */
  readonly fault: string | null;
}

/** What went wrong with the stored watch list at the start: for the dispatcher and for the log. */
export interface StartFault {
  /** Nothing is kept at all, or a list was set aside and a new one is kept. */
  readonly kind: 'notKept' | 'setAside';
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** @returns null when the watch list was opened as it should be */
export function startFault({ setAside, fault }: StorageOpening): StartFault | null {
  if (fault !== null) {
    return {
      kind: 'notKept',
      text: 'This computer’s disk takes nothing from Waybell.',
      fields: { reason: 'notKept' },
    };
  }
  if (setAside === null) return null;
  const name = setAside.path.replace(/^.*[/\\]/, '');
  const what =
    setAside.reason === 'damaged'
      ? 'The stored watch list was damaged'
      : 'The stored watch list was written by a newer Waybell';
  return {
    kind: 'setAside',
    text: `${what} and could not be read. It was kept as ${name}, and a new list was started.`,
    fields: { reason: setAside.reason, keptAs: name },
  };
}
