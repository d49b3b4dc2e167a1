/** The value of a figure for the labels that stand in its braces, such as `path="/metrics"`. */
export type Sample = readonly [labels: string, value: number];

/**
 * A figure in the text format of Prometheus, version 0.0.4.
 *
 * @param samples a number alone has no labels
 */
export function figure(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: number | Iterable<Sample>,
): string {
  const lines = typeof samples === 'number' ? [` ${samples}\n`] : Array.from(samples, sampleLine);
  const head = `# HELP waybell_${name} ${help}.\n# TYPE waybell_${name} ${type}\n`;
  return head + lines.map((line) => `waybell_${name}${line}`).join('');
}

function sampleLine([labels, value]: Sample): string {
  return `{${labels}} ${value}\n`;
}

/** Counts one more, or so many, for a label. */
export function increase<Label>(counts: Map<Label, number>, label: Label, by = 1): void {
  counts.set(label, (counts.get(label) ?? 0) + by);
}
