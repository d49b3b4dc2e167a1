import { parseCommandLine } from '../../../main/cli/command-line.ts';

/** The commands of `waybell`, and where docs/cli.md speaks of each. */
export const sectionOf = {
  watch: '# The command line',
  hub: '## A hub for a team',
  'hub invite': '## A hub for a team',
  'hub desks': '## A hub for a team',
  'hub revoke': '## A hub for a team',
  join: '## Joining a team',
  export: '## Exporting, importing',
  import: '## Exporting, importing',
  doctor: '## The doctor',
  why: '## Why',
};

/** What `waybell COMMAND --help` prints; '' is `waybell --help`. */
export function helpOf(command: string): string {
  const words = command.split(' ').filter((word) => word !== '');
  const asked = parseCommandLine([...words, '--help'], {});
  if (asked.ok && asked.value.kind === 'print') return asked.value.text;
  throw new RangeError(`"${command}" has no help`);
}

/** The helps of all commands. */
export const helps = ['', ...Object.keys(sectionOf)].map(helpOf).join('\n');
