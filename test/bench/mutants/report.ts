import { markdownTable } from '../shared/machine.ts';
import { type Mutant, type MutantCounts, mutationScore } from './mutation-score.ts';

/** The percentage of mutants that each folder's tests are to kill. */
export const wantedScore = 90;

/** What the last whole run of an area found. */
export interface MeasuredArea {
  readonly measuredOn: string;
  readonly commit: string;
  readonly machine: string;
  readonly minutes: number;
  readonly files: Readonly<Record<string, MutantCounts>>;
}

/** From here on the page is written by hand. */
const handWritten = '## What survives';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 120);

/** A mutant as a line: where, its outcome, and what was put in the place of what. */
export function survivorLine({
  file,
  line,
  outcome,
  mutator,
  original,
  replacement,
}: Mutant): string {
  const change = `${oneLine(original)}  ->  ${oneLine(replacement)}`;
  return `${file}:${line} ${outcome} ${mutator}: ${change}`;
}

function sum(counts: readonly MutantCounts[]): MutantCounts {
  const total = (outcome: keyof MutantCounts): number =>
    counts.reduce((before, each) => before + each[outcome], 0);
  return {
    killed: total('killed'),
    refused: total('refused'),
    survived: total('survived'),
    uncovered: total('uncovered'),
    unproven: total('unproven'),
    excused: total('excused'),
  };
}

function cells(counts: MutantCounts): readonly (string | number)[] {
  const { killed, survived, uncovered, refused } = counts;
  return [`${mutationScore(counts).toFixed(1)} %`, killed, survived, uncovered, refused];
}

/**
 * The page of what was found last.
 *
 * @param before the page as it is; what is written by hand in it is kept
 */
export function reportText(
  measured: Readonly<Record<string, MeasuredArea>>,
  before: string,
): string {
  const areas = Object.entries(measured).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const head = ['score', 'killed', 'survived', 'no test comes by', 'do not compile'];
  const machines = [...new Set(areas.map(([, { machine }]) => machine))].join('; ');
  const folderTable = markdownTable(
    ['folder', ...head, 'minutes', 'commit', 'day'],
    [
      ...areas.map(([name, { files, minutes, commit, measuredOn }]) => [
        `\`${name}\``,
        ...cells(sum(Object.values(files))),
        minutes,
        commit,
        measuredOn,
      ]),
      ['**these folders of core**', ...cells(sumOf(areas, 'core/')), '', '', ''],
      ['**these files of main**', ...cells(sumOf(areas, 'main/')), '', '', ''],
    ],
  );
  const fileTable = markdownTable(
    ['file', ...head],
    areas.flatMap(([, { files }]) =>
      Object.entries(files)
        .filter(([, counts]) => counts.killed + counts.survived + counts.uncovered > 0)
        .map(([file, counts]) => [`\`${file}\``, ...cells(counts)]),
    ),
  );
  const kept = before.indexOf(handWritten);
  const words = kept === -1 ? `${handWritten}\n` : before.slice(kept);
  return `# Changed on purpose

Mutation testing with StrykerJS: the source is changed in one place at a time (a comparison turned round, a condition always true, a call left out), and the tests must notice. \`npm run mutants\` does all of it again, \`npm run mutants -- core/paste\` a folder, \`npm run mutants -- main/engine/webhooks/signature.ts\` a file; \`--record\` writes this page. On ${machines}; minutes are those of the last run, which takes up what did not change since the one before; the weekly job begins anew. Each folder is to have ${wantedScore} % or more.

A change that does not compile cannot get in, and counts neither way. What tests a folder, and which files of main are looked at, is said in \`test/bench/mutants/areas.ts\`. Texts for people (\`-english\`, \`-chinese\` and \`-words\` files) are left as they are: another word is no broken rule. All else of those files is changed like any other.

${folderTable}

## File by file

${fileTable}

${words}`;
}

function sumOf(areas: readonly (readonly [string, MeasuredArea])[], start: string): MutantCounts {
  const within = areas.filter(([name]) => name.startsWith(start));
  return sum(within.flatMap(([, { files }]) => Object.values(files)));
}
