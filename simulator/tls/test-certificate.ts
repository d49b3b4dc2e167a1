import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { TlsIdentity } from '../http/http-server.ts';

/*
 * As much of the Distinguished Encoding Rules (ITU-T X.690) as a certificate needs.
 */

/** A value with its tag and length. */
function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** Values in their order. */
function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

/** A whole number of at least 0, given as its bytes, of which the first is not 0. */
function integer(bytes: Uint8Array): Buffer {
  const isNegativeLooking = ((bytes[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, Buffer.concat([Buffer.alloc(isNegativeLooking ? 1 : 0), bytes]));
}

/** An object identifier such as `2.5.4.3`. */
function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const digits = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      digits.unshift((left & 0x7f) | 0x80);
    }
    bytes.push(...digits);
  }
  return tagged(0x06, Buffer.from(bytes));
}

/** Text in UTF-8. */
function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

/** An instant between 1950 and 2050, to the second. */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

/** Whole bytes as a string of bits. */
function bitString(bytes: Uint8Array): Buffer {
  return tagged(0x03, Buffer.from([0]), bytes);
}

/** Bytes as they are. */
function octetString(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

/** The boolean true. */
function trueValue(): Buffer {
  return tagged(0x01, Buffer.from([0xff]));
}

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
    integer(serialNumber()),
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

/** A number of 16 bytes that does not begin with 0: OpenSSL refuses one that is longer than it needs to be. */
function serialNumber(): Buffer {
  return Buffer.concat([Buffer.from([1]), randomBytes(15)]);
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
