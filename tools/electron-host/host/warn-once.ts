const said = new Set<string>();

/** Says on stderr, once per process and text, that something works less well than it could. */
export function warnOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  process.stderr.write(`electron-host: ${text}\n`);
}
