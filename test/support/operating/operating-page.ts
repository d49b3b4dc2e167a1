import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The page for the people who run Waybell; what it shows is what the tests run. */
const page = readFileSync('docs/operating.md', 'utf8');

/** The one code block of the page that holds this text. @throws Error where none or several do */
export function blockWith(text: string): string {
  const blocks = [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, body]) => body ?? '');
  const [found, ...others] = blocks.filter((body) => body.includes(text));
  if (found === undefined || others.length > 0) {
    throw new Error(`${others.length + (found === undefined ? 0 : 1)} blocks have ${text}`);
  }
  return found;
}

/** Why a test is left out, for the end of its name; null where the program is there. */
export function missing(program: string, debianPackage: string): string | null {
  const { error } = spawnSync(program, ['--help'], { stdio: 'ignore' });
  return error === undefined ? null : ` (left out: apt-get install -y ${debianPackage})`;
}
