import { closeSync, constants, fstatSync, statSync } from 'node:fs';
import { dirname, join, win32 } from 'node:path';
import { noPolicy, parsePolicy, type Policy } from '../../../core/settings/policy.ts';
import type { Result } from '../../../core/text/result.ts';
import { bytesOfOpen, NotPlainFileError, openPlainFile } from '../storage/file/plain-file.ts';
import { refuse, type UsageRefusal } from './arguments.ts';

/** Far above what all settings can fill. */
const mostBytes = 100_000;

/**
 * Where the policy of a computer is. On Windows it is beside the program's folder, as in
 * `C:\Program Files\Waybell Policy`: only administrators write there, while every user may make a folder in
 * ProgramData. The place comes from the running program, because a user can set environment variables. It
 * is outside the program's own folder, which an update empties.
 */
export function policyPath(platform: NodeJS.Platform, execPath: string): string {
  if (platform === 'win32') {
    return win32.join(win32.dirname(win32.dirname(execPath)), 'Waybell Policy', 'policy.json');
  }
  const folder = platform === 'darwin' ? '/Library/Application Support/Waybell' : '/etc/waybell';
  return join(folder, 'policy.json');
}

/**
 * Reads the policy of this computer. No file is no policy. One that is there and cannot be followed refuses
 * the start: Waybell must not run unlocked because of a mistake.
 *
 * @param parseBaseUrl reads the address of a service, as for a connection
 * @param owners those whose file is followed, where the system has numbers for users; the administrator's unless
 *   given
 */
export function readPolicy(
  path: string,
  parseBaseUrl: (text: string) => Result<string, { readonly message: string }>,
  owners: readonly number[] = [0],
): Result<Policy, UsageRefusal> {
  const refused = (why: string) =>
    refuse(
      `Waybell does not start: the policy in ${path} cannot be followed: ${why.replace(/\.$/, '')}.`,
    );
  let file: number;
  try {
    // A link can lead to a file of any user; Windows does not know this flag.
    file = openPlainFile(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (error instanceof NotPlainFileError) return refused('it is no plain file');
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: true, value: noPolicy };
    return refused('it cannot be opened');
  }
  try {
    const { mode, uid } = fstatSync(file);
    // Windows has no such bits: there the folder's rights decide.
    if (process.platform !== 'win32') {
      if ((mode & 0o022) !== 0) return refused('others than its owner may write to it');
      if (!owners.includes(uid)) return refused('it does not belong to the administrator');
      const folder = statSync(dirname(path));
      if ((folder.mode & 0o002) !== 0 || !owners.includes(folder.uid)) {
        return refused('others than the administrator may write to its folder');
      }
    }
    const policy = parsePolicy(bytesOfOpen(file, mostBytes).toString('utf8'));
    if (!policy.ok) return refused(policy.failure);
    if (policy.value.baseUrl === null) return policy;
    const baseUrl = parseBaseUrl(policy.value.baseUrl);
    if (!baseUrl.ok) return refused(`connection.baseUrl: ${baseUrl.failure.message}`);
    return { ok: true, value: { ...policy.value, baseUrl: baseUrl.value } };
  } catch (error) {
    return refused(
      error instanceof RangeError ? `it is larger than ${mostBytes} bytes` : 'it cannot be read',
    );
  } finally {
    closeSync(file);
  }
}
