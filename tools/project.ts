import { dirname, join } from 'node:path';

/** The project's own folder, without a slash at the end. */
export const projectRoot = dirname(import.meta.dirname);

/** A path inside the project. */
export function inProject(...parts: string[]): string {
  return join(projectRoot, ...parts);
}
