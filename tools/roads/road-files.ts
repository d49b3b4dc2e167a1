import type { SourceMap, SourceMapping } from 'node:module';

/** The functions of one script with how often each was called, as V8's `Profiler.takePreciseCoverage` gives them. */
export interface ScriptCoverage {
  readonly functions: readonly FunctionCoverage[];
}

interface FunctionCoverage {
  /** The first one is the whole function, in UTF-16 units from the script's beginning. */
  readonly ranges: readonly {
    readonly startOffset: number;
    readonly endOffset: number;
    readonly count: number;
  }[];
}

/** Two readings of one script: what was called while nothing happened, and what was called in the act. */
export interface Readings {
  readonly pause: ScriptCoverage;
  readonly act: ScriptCoverage;
}

/** A script as it was built. */
export interface BuiltScript {
  readonly text: string;
  readonly map: Pick<SourceMap, 'findEntry'>;
  /** How far its text is moved in what the program runs: by a wrapper's head. 0 for most. */
  readonly movedBy: number;
}

/**
 * The source files, as the map names them, of which at least one function was called in the act and not in the pause.
 * A script's own top level is no function of a file.
 */
export function filesCalledInAct({ pause, act }: Readings, script: BuiltScript): Set<string> {
  const atRest = new Set(calledFunctions(pause).map(keyOf));
  const files = new Set<string>();
  const lines = lineStarts(script.text);
  for (const range of calledFunctions(act)) {
    if (atRest.has(keyOf(range))) continue;
    const start = range.startOffset - script.movedBy;
    const end = range.endOffset - script.movedBy;
    const isWhole = start <= 0 && end >= script.text.length;
    const file = isWhole || start < 0 ? null : fileAt(start, lines, script.map);
    if (file !== null) files.add(file);
  }
  return files;
}

type Range = FunctionCoverage['ranges'][number];

const calledFunctions = ({ functions }: ScriptCoverage): Range[] =>
  functions.flatMap(({ ranges: [whole] }) => (whole && whole.count > 0 ? [whole] : []));

const keyOf = ({ startOffset, endOffset }: Range): string => `${startOffset}-${endOffset}`;

function fileAt(offset: number, lines: readonly number[], map: BuiltScript['map']): string | null {
  const line = lines.findLastIndex((start) => start <= offset);
  // What the builder added has a place without a source.
  const { originalSource }: Partial<SourceMapping> = map.findEntry(
    line,
    offset - (lines[line] ?? 0),
  );
  return originalSource ?? null;
}

/** Where each line of a text begins. */
function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
}
