import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../../../../main/engine/delivery/http/base-url.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { refusalTextsIn } from '../../../../../core/bridge/refusal-texts.ts';
import { readCaFile } from '../../../../../main/engine/delivery/http/trusted-authorities.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com/ \n', 'https://api.example.com'],
  ['https://api.example.com///', 'https://api.example.com'],
  ['HTTPS://API.Example.COM', 'https://api.example.com'],
  ['https://api.example.com:443', 'https://api.example.com'],
  ['https://api.example.com:8443', 'https://api.example.com:8443'],
  ['https://api.example.com/delivery/v2/', 'https://api.example.com/delivery/v2'],
  ['https://api.example.com/a/../b', 'https://api.example.com/b'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://10.0.0.7', 'https://10.0.0.7'],
  ['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443/x'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://demo.localhost', 'http://demo.localhost'],
  ['http://127.0.0.1:1234/', 'http://127.0.0.1:1234'],
  ['http://127.9.9.9', 'http://127.9.9.9'],
  ['http://[::1]:80', 'http://[::1]'],
  // Other spellings of 127.0.0.1, which the URL standard resolves.
  ['http://2130706433', 'http://127.0.0.1'],
  ['http://0x7f.1', 'http://127.0.0.1'],
])('%s is taken as %s', (text, expected) => {
  expect(parseBaseUrl(text)).toEqual({ ok: true, value: expected });
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  [`https://example.com/${'a'.repeat(2000)}`, 'tooLong'],
  ['api.example.com', 'schemeMissing'],
  ['localhost:8080', 'schemeMissing'],
  ['//api.example.com', 'schemeMissing'],
  ['ftp://api.example.com', 'schemeRefused'],
  ['file:///etc/passwd', 'schemeRefused'],
  ['ws://localhost', 'schemeRefused'],
  ['javascript:alert(1)', 'notAnAddress'],
  ['https:api.example.com', 'notAnAddress'],
  ['https://', 'notAnAddress'],
  ['https://exa mple.com', 'notAnAddress'],
  ['https://exam\tple.com', 'notAnAddress'],
  ['https:\\\\example.com', 'notAnAddress'],
  ['https://example.com\\@evil.example', 'notAnAddress'],
  ['https://example.com:99999', 'notAnAddress'],
  ['http://api.example.com', 'notEncrypted'],
  ['http://10.0.0.7', 'notEncrypted'],
  ['http://localhost.evil.example', 'notEncrypted'],
  ['http://127.0.0.1.evil.example', 'notEncrypted'],
  ['http://[::ffff:127.0.0.1]', 'notEncrypted'],
  ['http://0.0.0.0', 'notEncrypted'],
  ['https://user@api.example.com', 'userInfo'],
  ['https://user:word@api.example.com', 'userInfo'],
  ['https://@api.example.com', 'userInfo'],
  ['https://localhost@evil.example', 'userInfo'],
  ['https://api.example.com?key=1', 'queryOrFragment'],
  ['https://api.example.com/#top', 'queryOrFragment'],
  ['https://api.example.com/?', 'queryOrFragment'],
  ['https://169.254.169.254', 'linkLocal'],
  ['https://[fe80::1]', 'linkLocal'],
  ['https://[::ffff:169.254.169.254]', 'linkLocal'],
])('%s is refused as %s', (text, reason) => {
  const parsed = parseBaseUrl(text);
  expect(parsed.ok ? 'taken' : parsed.failure.reason).toBe(reason);
});

test('every refusal says what to do in a sentence', () => {
  for (const text of [
    '',
    'x',
    'ftp://x',
    'http://x.example',
    'https://u@x',
    'https://x/?',
    'https:x',
  ]) {
    const parsed = parseBaseUrl(text);
    expect(parsed.ok ? '' : parsed.failure.message).toMatch(/^[A-Z].+\.$/);
  }
});

test('any accepted address is https or this computer, and reading it again changes nothing', () => {
  const pieces = fc.constantFrom(
    'http',
    'https',
    '://',
    '127.0.0.1',
    'a.b',
    '/',
    '@',
    ':',
    '?',
    '#',
    '[::1]',
    '%',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.array(pieces).map((all) => all.join('')),
      ),
      (text) => {
        const parsed = parseBaseUrl(text);
        if (!parsed.ok) return;
        expect(parsed.value).toMatch(
          /^(?:https:\/\/|http:\/\/(?:localhost|[^/]+\.localhost|127\.|\[::1\]))/,
        );
        expect(parsed.value).not.toMatch(/[?#]|\/$/);
        expect(new URL(parsed.value).username).toBe('');
        expect(parseBaseUrl(parsed.value)).toEqual(parsed);
      },
    ),
    { numRuns: 500 },
  );
});

const [first = '', second = ''] = rootCertificates;

function fileWith(content: string): string {
  const path = join(temporaryFolder(), 'ours.pem');
  writeFileSync(path, content);
  return path;
}

describe('a file of certificates', () => {
  test('gives each certificate in it, whatever stands between them', () => {
    const path = fileWith(`# ours\r\n${first}\nsubject=CN\n${second}\n`);
    expect(readCaFile(path)).toEqual({ ok: true, value: [first.trim(), second.trim()] });
  });

  test('gives certificates alone: a key beside them is not used', () => {
    const key = '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n';
    const read = readCaFile(fileWith(key + first));
    expect(read).toEqual({ ok: true, value: [first.trim()] });
  });

  test.each([
    ['nothing', ''],
    ['text', 'not a certificate'],
    ['bytes', '\0\x01\x02'.repeat(1000)],
    ['half a certificate', first.slice(0, 300)],
    ['a damaged certificate', first.replace(/[A-Za-z0-9]{60}/, 'AAAA')],
    ['one good and one damaged', first + second.replace(/[A-Za-z0-9]{60}/, 'AAAA')],
    ['two megabytes', first + ' '.repeat(2_000_000)],
  ])('with %s in it is refused in plain words', (_what, content) => {
    const read = readCaFile(fileWith(content));
    expect(read.ok).toBe(false);
    expect(!read.ok && refusalTextsIn.en.caFile[read.failure]).toMatch(
      /^The certificate file .+\. Choose .+ again\.$/,
    );
  });

  test('that is not there, or is a folder, is refused', () => {
    expect(readCaFile(join(temporaryFolder(), 'absent.pem')).ok).toBe(false);
    expect(readCaFile(temporaryFolder())).toEqual({ ok: false, failure: 'notPlain' });
  });

  test.runIf(process.platform !== 'win32')('that is a pipe or a device is not opened', () => {
    const pipe = join(temporaryFolder(), 'pipe.pem');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero', '/dev/null']) {
      expect(readCaFile(path)).toEqual({ ok: false, failure: 'notPlain' });
    }
  });
});
