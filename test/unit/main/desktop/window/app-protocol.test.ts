import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answerFile,
  contentSecurityPolicy,
  filePath,
} from '../../../../../main/desktop/window/app-protocol.ts';

let base = '';
let root = '';

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'waybell-files-'));
  root = join(base, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  writeFileSync(join(root, 'assets/index-C0ff.js'), 'export {};');
  writeFileSync(join(root, 'assets/style.css'), 'body {}');
  writeFileSync(join(root, 'assets/notes.txt'), 'not ours to serve');
  writeFileSync(join(root, '.hidden.js'), 'hidden');
  writeFileSync(join(base, 'secret.js'), 'outside');
  symlinkSync(join(base, 'secret.js'), join(root, 'assets/link.js'));
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

function get(url: string, method = 'GET') {
  return answerFile(root, { url, method });
}

describe('the files of the window', () => {
  test.each([
    ['app://waybell/index.html', 'text/html; charset=utf-8'],
    ['app://waybell/assets/index-C0ff.js', 'text/javascript; charset=utf-8'],
    ['app://waybell/assets/style.css?v=2', 'text/css; charset=utf-8'],
  ])('%s is answered with its type', async (url, type) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await answer.text()).not.toBe('');
  });

  test('every answer carries the policy, also a refusal', async () => {
    for (const url of ['app://waybell/index.html', 'app://waybell/missing.js']) {
      const answer = await get(url);
      expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  test.each([
    'app://waybell/../secret.js',
    'app://waybell/assets/../../secret.js',
    'app://waybell/assets/%2e%2e/%2e%2e/secret.js',
    'app://waybell/assets/..%2f..%2fsecret.js',
    'app://waybell/assets/..%5c..%5csecret.js',
    'app://waybell/%252e%252e/secret.js',
    'app://waybell//etc/passwd.js',
    'app://waybell/assets/index-C0ff.js%00.html',
    'app://waybell/C:/windows/x.js',
    'app://waybell/.hidden.js',
    'app://waybell/assets/link.js',
    'app://waybell/assets/',
    'app://waybell/assets',
    'app://waybell/assets/notes.txt',
    'app://waybell/missing.js',
    'app://waybell/%',
    'app://other/index.html',
    'app://user@waybell/index.html',
    'app://waybell:80/index.html',
    'file:///etc/passwd.js',
    'https://waybell/index.html',
    'nonsense',
    '',
  ])('%j is not found', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  test('only reading is possible', async () => {
    const answers = await Promise.all(
      ['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => get('app://waybell/index.html', method)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([405, 405, 405, 405]);
    const head = await get('app://waybell/index.html', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('a path is relative and without dots', () => {
    expect(filePath('app://waybell/assets/a.js')).toBe('assets/a.js');
    expect(filePath('app://waybell/')).toBeNull();
  });
});

describe('the content security policy', () => {
  test('has no finding that lets a foreign script run', () => {
    const findings = new CspEvaluator(new CspParser(contentSecurityPolicy).csp).evaluate();
    const serious = findings.filter((finding) => finding.severity <= Severity.MEDIUM);
    // 'self' is noted because a host may serve uploads; ours serves only its own build.
    const notes = findings.map(({ directive, value }) => [directive, value]);
    expect(serious).toEqual([]);
    expect(notes.filter(([directive]) => directive !== 'script-src')).toEqual([]);
  });

  test('allows no inline script or style, no other host and no evaluation', () => {
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*|blob:/);
    expect(contentSecurityPolicy).toContain("require-trusted-types-for 'script'");
  });
});
