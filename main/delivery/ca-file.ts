import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { CaFileFault } from '../../core/bridge/refusal-words.ts';
import type { Result } from '../../core/text/result.ts';

const largestBytes = 1_048_576;

/**
 * Reads a PEM file of authorities. Only its certificates are taken; each must be one.
 *
 * @returns the certificates as PEM, or why there are none
 */
export function readCaFile(path: string): Result<readonly string[], CaFileFault> {
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > largestBytes) return refused('tooLarge');
    text = readFileSync(path, 'latin1');
  } catch {
    return refused('unreadable');
  }
  const certificates = certificatesIn(text);
  if (certificates.length === 0) return refused('noCertificate');
  return certificates.every(isCertificate) ? { ok: true, value: certificates } : refused('damaged');
}

const first = '-----BEGIN CERTIFICATE-----';
const last = '-----END CERTIFICATE-----';

function certificatesIn(text: string): readonly string[] {
  return text
    .split(first)
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf(last);
      return end < 0 ? [] : [`${first}${rest.slice(0, end)}${last}`];
    });
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function refused(failure: CaFileFault): Result<readonly string[], CaFileFault> {
  return { ok: false, failure };
}
