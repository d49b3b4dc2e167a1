/**
 * How npm is started: plain JavaScript, because it also runs before Node 24 is there. Under `npm run`
 * npm says where its script is; otherwise it is looked up on PATH, where Windows has a .cmd file that
 * only a shell runs. (Its arguments then hold no path: a shell would split one that has blanks.)
 *
 * @param {string} node the Node that runs npm
 * @returns {{ file: string, args: string[], shell: boolean }}
 */
export function npmProgram(node) {
  const script = process.env['npm_execpath'];
  // Other package managers put their own script into this variable.
  if (script?.endsWith('npm-cli.js')) return { file: node, args: [script], shell: false };
  return { file: 'npm', args: [], shell: process.platform === 'win32' };
}
