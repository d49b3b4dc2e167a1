import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { processTree, runningProcesses } from './support/processes.ts';

/* The demo service, for a person without credentials. */

let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

beforeAll(async () => {
  profile = await throwAwayProfile();
  running = await startApp(profile.dir);
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await profile?.remove();
});

test('the built-in demo service fills the board without any credentials', async () => {
  const { window } = running;
  await window.getByRole('button', { name: /Try the built-in demo service/ }).click();
  await window.getByRole('button', { name: /^Demo/ }).waitFor();
  await eventually('rows', async () => (await window.getByRole('option').count()) > 0);
  expect(await window.getByRole('navigation', { name: 'Views' }).innerText()).toMatch(/All\s+12/);
});

/** Whether a process runs. One that ended and was not waited for yet has no command line any more. */
const isRunning = (pid: number): boolean =>
  runningProcesses().some((each) => each.pid === pid && each.commandLine !== '');

test.runIf(onThrowAwayDesktop)('quitting ends the demo service with the app', async () => {
  const service = processTree(running.app.process().pid ?? 0)
    .filter(({ commandLine }) => commandLine.includes('node.mojom.NodeService'))
    .map(({ pid }) => pid);
  expect(service).not.toEqual([]);
  await running.quit();
  await expect.poll(() => service.filter(isRunning)).toEqual([]);
});
