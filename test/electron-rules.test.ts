import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('{core,main,preload,renderer}/**/*.{ts,tsx}');

/** The sources in which a word stands. */
const sourcesWith = (word: string | RegExp): readonly string[] =>
  sources.filter((path) => readFileSync(path, 'utf8').match(word) !== null);

test('nothing is handed to another program but a phone number, by one call in one file', () => {
  expect(sources.length).toBeGreaterThan(100);
  const [telephone = '', ...others] = sourcesWith('openExternal');
  expect([telephone, others]).toEqual(['main/desktop/system/telephone.ts', []]);
  const source = readFileSync(telephone, 'utf8');
  expect(source.match(/openExternal/g)).toHaveLength(1);
  // It takes no address: what it opens is made from the digits of a number.
  expect(source).toMatch(
    /const address = telAddress\(phoneNumber\);\n {2}if \(address === null\) return false;/,
  );
  expect(source).toContain('shell.openExternal(address)');
});

test('nothing waves a certificate through', () => {
  const words = /'certificate-error'|setCertificateVerifyProc|checkServerIdentity/;
  expect(sourcesWith(words)).toEqual([]);
  expect(sourcesWith(/rejectUnauthorized: (?!true)/)).toEqual([]);
  // One variable of Node's is named: it is taken out of the environment.
  const turningOff = sourcesWith('NODE_TLS_REJECT_UNAUTHORIZED');
  expect(turningOff).toEqual(['main/engine/delivery/http/trusted-authorities.ts']);
});

test('no crash reporter is started', () => {
  expect(sourcesWith('crashReporter')).toEqual([]);
});

test('developer tools are allowed outside of packages alone', () => {
  expect(sourcesWith(/openDevTools|toggleDevTools/)).toEqual([]);
  const asking = sourcesWith(/allowsDevTools:(?! boolean;)/);
  expect(asking).toEqual(['main/desktop/presentation.ts']);
  expect(readFileSync(asking[0] ?? '', 'utf8')).toContain('allowsDevTools: !place.isPackaged }');
});
