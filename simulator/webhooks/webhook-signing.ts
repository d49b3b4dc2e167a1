import { createHmac } from 'node:crypto';

/** How a service might prove that a webhook is its own; the contract names no way. */
export interface WebhookSigning {
  /** `hmac` is HMAC-SHA256 over the bytes of the body, `header` the secret as it is. */
  readonly form: 'hmac' | 'header';
  readonly secret: string;
  /** The header field that carries it; `x-signature` by default. */
  readonly header?: string | undefined;
  /** The header field with the time, which is then signed in front of the body: `{seconds}.{body}`. */
  readonly timestampHeader?: string | undefined;
}

/** The header fields of one attempt. @param nowMs in milliseconds since 1970 */
export function signingHeaders(
  signing: WebhookSigning | null,
  body: Buffer,
  nowMs: number,
): Readonly<Record<string, string>> {
  if (signing === null) {
    return {};
  }
  const { form, secret, header = 'x-signature', timestampHeader } = signing;
  if (form === 'header') {
    return { [header]: secret };
  }
  const hmac = createHmac('sha256', secret);
  if (timestampHeader === undefined) {
    return { [header]: `sha256=${hmac.update(body).digest('hex')}` };
  }
  const stamp = String(Math.floor(nowMs / 1000));
  return {
    [header]: `sha256=${hmac.update(`${stamp}.`).update(body).digest('hex')}`,
    [timestampHeader]: stamp,
  };
}
