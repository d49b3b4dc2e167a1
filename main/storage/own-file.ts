import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';

/**
 * Makes sure of a file that is the profile's own: a plain one, made where it is missing, readable by
 * its owner alone. A link in its place would write what others may not read to wherever it points.
 *
 * @throws when something else is there
 */
export function ownFile(path: string): void {
  refuseLink(path);
  // Windows has no such flag; who may make links there may do anything else as well.
  const noFollow = 'O_NOFOLLOW' in constants ? constants.O_NOFOLLOW : 0;
  const flags = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | noFollow;
  const file = openSync(path, flags, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw new Error('not a plain file');
  } finally {
    closeSync(file);
  }
  chmodSync(path, 0o600);
}

/** @throws when there is a link */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new Error('a link in the place of a file');
  }
}
