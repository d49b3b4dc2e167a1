import { expect, test } from 'vitest';
import { runTool } from '../../../tools/process/installed-tool.ts';

test.each(['knip', 'oxfmt', 'oxlint', 'tsc', 'vite', 'vitest'] as const)(
  '%s starts as a script on this Node, as it must where there are no links to programs',
  async (tool) => {
    const { code, output } = await runTool(tool, ['--version']);
    expect([code, output]).toEqual([0, expect.stringMatching(/\d+\.\d+\.\d+/)]);
  },
);
