import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { refusalWordsIn } from '../../../../core/bridge/refusal-words.ts';
import { readCaFile } from '../../../../main/delivery/http/trusted-authorities.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

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

  test('gives certificates alone: a key beside them is not taken', () => {
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
    expect(!read.ok && refusalWordsIn.en.caFile[read.failure]).toMatch(
      /^The certificate file .+\. Choose .+ again\.$/,
    );
  });

  test('that is not there, or is a folder, is refused', () => {
    expect(readCaFile(join(temporaryFolder(), 'absent.pem')).ok).toBe(false);
    expect(readCaFile(temporaryFolder()).ok).toBe(false);
  });
});
