import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { audit } from '../../../tools/audit.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* npm itself asks a registry on this computer about a small lockfile. */

const advisory = (id: number, title: string, vulnerable: string) => ({
  id,
  url: `https://github.com/advisories/GHSA-${id}`,
  title,
  severity: 'high',
  vulnerable_versions: vulnerable,
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

/** A folder whose lock has Electron, what a shipped package brings, and a tool. */
function project(): string {
  const folder = temporaryFolder();
  const devDependencies = { electron: '45.4.1', zod: '4.0.0', vitest: '5.1.0' };
  const theirs = { zod: { brought: '1.0.0' } } as Record<string, Record<string, string>>;
  const versions = { ...devDependencies, brought: '1.0.0' };
  const about = { name: 'sample', version: '1.0.0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, devDependencies }));
  const packages = Object.entries(versions).map(([name, version]) => [
    `node_modules/${name}`,
    { version, dev: true, dependencies: theirs[name] ?? {} },
  ]);
  const lock = {
    ...about,
    lockfileVersion: 3,
    packages: { '': { ...about, devDependencies }, ...Object.fromEntries(packages) },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

/** A registry with these advisories; null for one that has none to give. */
async function registry(advisories: object | null): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const isBulk = request.url === '/-/npm/v1/security/advisories/bulk' && advisories !== null;
      const body = await buffer(request);
      if (!isBulk) return response.writeHead(404).end('{}');
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const asked = z.record(z.string(), z.array(z.string())).parse(JSON.parse(String(text)));
      const known = Object.entries(advisories).filter(([name]) => name in asked);
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify(Object.fromEntries(known)));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
}

/** Asks that registry about the project. */
const asked = async (advisories: object | null) => {
  const options = ['--registry', await registry(advisories), '--fetch-retries=0'];
  return audit(project(), [...options, '--cache', temporaryFolder()]);
};

test('without an advisory all is well', async () => {
  expect(await asked({})).toEqual([0, 'No advisory is about a locked version.\n']);
});

test.each(['electron', 'zod', 'brought'])(
  'an advisory about %s, which is shipped, fails',
  async (name) => {
    const [code, said] = await asked({ [name]: [advisory(7, 'Reads the disk', '<99.0.0')] });
    expect(code).toBe(1);
    expect(said).toContain('about what is shipped:\n');
    expect(said).toMatch(new RegExp(`${name} \\S+: high: Reads the disk \\(https://.*GHSA-7\\)`));
  },
);

test('an advisory about a tool is said and does not fail', async () => {
  const [code, said] = await asked({ vitest: [advisory(8, 'Opens a port', '<99.0.0')] });
  expect(code).toBe(0);
  expect(said).toContain('about tools alone:\n  vitest');
});

test('a registry that gives no advisories fails in words', async () => {
  const [code, said] = await asked(null);
  expect(code).toBe(2);
  expect(said).toMatch(/^The advisories could not be read: .+\n$/);
});
