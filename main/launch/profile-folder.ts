import { mkdirSync } from 'node:fs';
import type { Result } from '../../core/text/result.ts';
import { shownArgument } from './shown-argument.ts';

/**
 * Makes the folder that was chosen for everything that Waybell keeps, its owner's alone.
 *
 * @returns its path, or why it cannot be had, in a sentence for the terminal
 */
export function madeProfileFolder(
  profileDir: string,
): Result<string, { readonly message: string }> {
  try {
    mkdirSync(profileDir, { recursive: true, mode: 0o700 });
    return { ok: true, value: profileDir };
  } catch {
    const message = `"${shownArgument(profileDir)}" cannot be made a profile folder.`;
    return { ok: false, failure: { message } };
  }
}
