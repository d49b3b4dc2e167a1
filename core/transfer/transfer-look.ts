/** The format that a text, such as a dropped one, says at its beginning that Waybell exported it in. */
export function claimedFormat(text: string): string | null {
  const head = /^\uFEFF?\s*\{\s*"format"\s*:\s*"(waybell-(?:hand-over|settings))"/;
  return head.exec(text.slice(0, 1000))?.[1] ?? null;
}

/** Whether a text says of itself that Waybell exported it. */
export function looksLikeTransfer(text: string): boolean {
  return claimedFormat(text) !== null;
}
