import { rmSync } from 'node:fs';

/**
 * Does something beside a folder that is of no more use afterwards, and tries to remove it. The window's
 * engine may still write into it, or hold its files open, which Windows does not let anybody remove: then
 * it stays where the system clears up, and the work has ended all the same.
 *
 * @param complain gets what the work threw
 * @returns the work's exit code; 1 when it threw
 */
export async function withThrowAwayFolder(
  folder: string,
  work: () => Promise<number>,
  complain: (error: unknown) => void,
  remove: (folder: string) => void = removeFolder,
): Promise<number> {
  let code = 1;
  try {
    code = await work();
  } catch (error) {
    complain(error);
  }
  try {
    remove(folder);
  } catch {
    // It lies in the system's temporary folder and holds nothing of ours.
  }
  return code;
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
