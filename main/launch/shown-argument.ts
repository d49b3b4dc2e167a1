/** A refused argument as it may be repeated on a terminal: short, without control characters. */
export function shownArgument(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
