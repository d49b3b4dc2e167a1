import { z } from 'zod';

const position = z.object({ line: z.number(), column: z.number() });

/** The parts of Stryker's report that are read here: https://github.com/stryker-mutator/mutation-testing-elements */
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().default(''),
          location: z.object({ start: position, end: position }),
          status: z.enum([
            'Killed',
            'Timeout',
            'Survived',
            'NoCoverage',
            'RuntimeError',
            'CompileError',
            'Ignored',
            'Pending',
          ]),
          statusReason: z.string().default(''),
          testsCompleted: z.number().default(0),
        }),
      ),
    }),
  ),
});

/**
 * What became of a mutant: `killed` (a test failed, did not end or could not be loaded), `refused` (it does not compile, so it
 * could never get in), `survived` (its tests passed), `uncovered` (no test comes by), `unproven` (said to have
 * survived, or ended in an error, and no test was completed: nothing is known) or `excused` (a comment in the
 * source says why it is not tried).
 */
export type MutantOutcome =
  | 'killed'
  | 'refused'
  | 'survived'
  | 'uncovered'
  | 'unproven'
  | 'excused';

/** A change of the source, and what became of it. */
export interface Mutant {
  /** The source file, from the project's root. */
  readonly file: string;
  /** Stryker's name for the kind of change. */
  readonly mutator: string;
  /** Where the changed text begins and ends in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The line on which it ends, from 1. */
  readonly lastLine: number;
  readonly original: string;
  readonly replacement: string;
  readonly outcome: MutantOutcome;
}

/**
 * Reads the text of Stryker's JSON report.
 *
 * @throws ZodError or SyntaxError when it is none
 */
export function readMutants(report: string): readonly Mutant[] {
  const { files } = reportSchema.parse(JSON.parse(report));
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lineStarts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
    const offset = ({ line, column }: z.infer<typeof position>): number =>
      (lineStarts[line - 1] ?? 0) + column - 1;
    return mutants.map(({ mutatorName, replacement, location, ...result }) => {
      const [start, end] = [offset(location.start), offset(location.end)];
      return {
        file,
        mutator: mutatorName,
        start,
        end,
        line: location.start.line,
        lastLine: location.end.line,
        original: source.slice(start, end),
        replacement,
        outcome: outcomeOf(result),
      };
    });
  });
}

type Result = z.infer<typeof reportSchema>['files'][string]['mutants'][number];

/**
 * Stryker calls a mutant survived also when none of its tests was completed. It calls a test file that threw
 * while it was loaded, and an error that no test caught, an error of the run; both fail any run of the tests.
 */
function outcomeOf({
  status,
  statusReason,
  testsCompleted,
}: Pick<Result, 'status' | 'statusReason' | 'testsCompleted'>): MutantOutcome {
  switch (status) {
    case 'Killed':
    case 'Timeout':
      return 'killed';
    case 'Survived':
      return testsCompleted > 0 ? 'survived' : 'unproven';
    case 'NoCoverage':
      return 'uncovered';
    case 'CompileError':
      return 'refused';
    case 'Ignored':
      return 'excused';
    case 'RuntimeError':
      return statusReason.startsWith('An error occurred outside of a test run')
        ? 'killed'
        : 'unproven';
    case 'Pending':
      return 'unproven';
  }
}

const keptReportSchema = z.looseObject({
  files: z.record(
    z.string(),
    z.looseObject({
      mutants: z.array(z.looseObject({ status: z.string(), static: z.boolean().optional() })),
    }),
  ),
});

/**
 * What an earlier run found, without mutants of module constants that were not killed. Stryker looks whether a
 * test is new among those that come by a mutant, and none comes by a constant: it would take them for
 * survivors for ever.
 *
 * @throws ZodError or SyntaxError when the text is no report
 */
export function withoutSurvivingConstants(report: string): string {
  const { files, ...rest } = keptReportSchema.parse(JSON.parse(report));
  const kept = Object.entries(files).map(([path, file]) => {
    const mutants = file.mutants.filter((each) => each.static !== true || each.status === 'Killed');
    return [path, { ...file, mutants }] as const;
  });
  return JSON.stringify({ ...rest, files: Object.fromEntries(kept) });
}

/** Whether two mutants are the same change of the same text. */
export function isSameMutant(one: Mutant, other: Mutant): boolean {
  return (
    one.file === other.file &&
    one.start === other.start &&
    one.end === other.end &&
    one.mutator === other.mutator &&
    one.replacement === other.replacement
  );
}

/** How many mutants had which outcome. */
export type MutantCounts = Readonly<Record<MutantOutcome, number>>;

/** Counts mutants by their outcome. */
export function countOutcomes(mutants: readonly Mutant[]): MutantCounts {
  const count = (outcome: MutantOutcome): number =>
    mutants.filter((each) => each.outcome === outcome).length;
  return {
    killed: count('killed'),
    refused: count('refused'),
    survived: count('survived'),
    uncovered: count('uncovered'),
    unproven: count('unproven'),
    excused: count('excused'),
  };
}

/**
 * The percentage of the mutants that could get in and were killed: 100 when there is none. What is unproven
 * counts as not killed.
 */
export function mutationScore({ killed, survived, uncovered, unproven }: MutantCounts): number {
  const tried = killed + survived + uncovered + unproven;
  return tried === 0 ? 100 : (killed / tried) * 100;
}
