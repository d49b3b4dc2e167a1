import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { startCli } from '../../support/cli/cli-run.ts';

/** Keeps the processors busy until the end of the test. */
function keepBusy(processCount: number): void {
  const busy = Array.from({ length: processCount }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  onTestFinished(() => {
    for (const each of busy) each.kill('SIGKILL');
  });
}

test('a short command ends, however busy the computer is', async () => {
  keepBusy(3);
  const codes: (number | null)[] = [];
  for (let no = 0; no < 6; no += 1) {
    const runs = [startCli(['join', 'ftp://x']), startCli(['join', 'ftp://x'])];
    codes.push(...(await Promise.all(runs.map(({ ended }) => ended))));
  }
  expect(codes).toEqual(codes.map(() => 2));
});
