import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Result } from '../../core/result.ts';

const largestBytes = 1_048_576;

/**
 * Reads a PEM file of authorities. Only its certificates are taken; each must be one.
 *
 * @returns the certificates as PEM, or a sentence for the dispatcher
 */
export function readCaFile(path: string): Result<readonly string[], string> {
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > largestBytes) return refused('is too large to be one of certificates');
    text = readFileSync(path, 'latin1');
  } catch {
    return refused('cannot be read');
  }
  const certificates = certificatesIn(text);
  if (certificates.length === 0) return refused('holds no certificate in PEM form');
  return certificates.every(isCertificate)
    ? { ok: true, value: certificates }
    : refused('holds a certificate that is damaged');
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

function refused(what: string): Result<readonly string[], string> {
  const failure = `The certificate file ${what}. Choose the PEM file from IT again.`;
  return { ok: false, failure };
}
