/** Whether a text, such as a dropped one, says of itself that Waybell exported it. */
export function looksLikeTransfer(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"format"\s*:\s*"waybell-(?:hand-over|settings)"/.test(
    text.slice(0, 1000),
  );
}
