import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { TlsIdentity } from '../http/http-server.ts';
import {
  bitString,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  tagged,
  trueValue,
  utcTime,
  utf8String,
} from './der.ts';

/** What is wrong with a server's certificate, or that nothing is. */
export const certificateForms = [
  'good',
  'self-signed',
  'expired',
  'not-yet-valid',
  'wrong-host',
] as const;

export type CertificateForm = (typeof certificateForms)[number];

/** A certificate for 127.0.0.1 and localhost, and the authority that a client has to trust for it. */
export interface TestIdentity extends TlsIdentity {
  /** With this authority trusted, only the form's own fault is left. */
  readonly authorityPem: string;
}

interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
}

interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;
const signatureAlgorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'));

/**
 * Makes a key and a certificate for a server that is never to be trusted outside of tests
 * (RFC 5280, ECDSA on P-256). A client that trusts nothing finds all forms untrusted.
 *
 * @param nowMs the client's calendar, in milliseconds since 1970
 */
export function testIdentity(form: CertificateForm, nowMs: number): TestIdentity {
  const authorityKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serverKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authorityName = `Waybell test authority ${randomBytes(4).toString('hex')}`;
  const authority = { name: authorityName, privateKey: authorityKeys.privateKey };
  const authorityPem = certificate(
    { name: authorityName, publicKey: authorityKeys.publicKey },
    authority,
    [nowMs - 30 * dayMs, nowMs + 30 * dayMs],
    [authorityExtension()],
  );
  const name = 'Waybell test server';
  const certificatePem = certificate(
    { name, publicKey: serverKeys.publicKey },
    form === 'self-signed' ? { name, privateKey: serverKeys.privateKey } : authority,
    validity(form, nowMs),
    [form === 'wrong-host' ? namesExtension(['elsewhere.example'], []) : ownNames()],
  );
  const keyPem = serverKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificatePem, keyPem, authorityPem };
}

function validity(form: CertificateForm, nowMs: number): readonly [number, number] {
  switch (form) {
    case 'expired':
      return [nowMs - 20 * dayMs, nowMs - dayMs];
    case 'not-yet-valid':
      return [nowMs + dayMs, nowMs + 20 * dayMs];
    case 'good':
    case 'self-signed':
    case 'wrong-host':
      return [nowMs - dayMs, nowMs + 20 * dayMs];
  }
}

function certificate(
  subject: Subject,
  issuer: Issuer,
  [fromMs, untilMs]: readonly [number, number],
  extensions: readonly Buffer[],
): string {
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    signatureAlgorithm,
    commonName(issuer.name),
    sequence(utcTime(fromMs), utcTime(untilMs)),
    commonName(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = bitString(sign('sha256', toBeSigned, issuer.privateKey));
  const lines = sequence(toBeSigned, signatureAlgorithm, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectIdentifier('2.5.4.3'), utf8String(name))));
}

function authorityExtension(): Buffer {
  return sequence(objectIdentifier('2.5.29.19'), trueValue(), octetString(sequence(trueValue())));
}

function ownNames(): Buffer {
  return namesExtension(['localhost'], [[127, 0, 0, 1]]);
}

function namesExtension(
  hosts: readonly string[],
  addresses: readonly (readonly number[])[],
): Buffer {
  const names = [
    ...hosts.map((host) => tagged(0x82, Buffer.from(host))),
    ...addresses.map((address) => tagged(0x87, Buffer.from(address))),
  ];
  return sequence(objectIdentifier('2.5.29.17'), octetString(sequence(...names)));
}
