import { cpus } from 'node:os';

/** What was measured on, in words: processors, system and Node. */
export function machineText(): string {
  const model = cpus()[0]?.model ?? 'unknown';
  return `${model} × ${cpus().length}, ${process.platform}, Node ${process.versions.node}`;
}

/** The day of the measurement: year, month, day. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The middle value; of two middle ones the higher. NaN of none. */
export function median(values: readonly number[]): number {
  return (
    values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
  );
}

/** A Markdown table; columns but the first are numbers. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const lines = [head, head.map((_cell, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
