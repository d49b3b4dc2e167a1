import { z } from 'zod';
import {
  headerNamePattern,
  loopbackAddress,
  publicUrlPattern,
  webhookPorts,
  webhookTolerance,
} from './webhook-limits.ts';

/** How a webhook proves who sent it. The contract names no way (seeds/contract.md, 5.6). */
const webhookProofs = ['none', 'hmac', 'header'] as const;

const headerName = z.string().trim().toLowerCase().regex(headerNamePattern);

const values = {
  isOn: z.boolean(),
  /** 0 until the receiver was first turned on and chose one. */
  port: z.union([z.literal(0), z.int().min(webhookPorts.least).max(webhookPorts.most)]),
  /** The address to listen at. Anything but loopback can be reached by others in the network. */
  address: z.union([z.ipv4(), z.ipv6()]),
  /** Where the tunnel or reverse proxy receives for us, such as `https://hooks.example.com`. */
  publicUrl: z.string().trim().max(300).regex(publicUrlPattern).nullable(),
  proof: z.enum(webhookProofs),
  /** The header that carries the signature or the fixed value. */
  proofHeader: headerName,
  /** The header with the time that is signed in front of the body; null when the body alone is. */
  timestampHeader: headerName.nullable(),
  /** How old a signed time may be. */
  toleranceSeconds: z.int().min(webhookTolerance.least).max(webhookTolerance.most),
};

/**
 * How webhooks are received, as it is stored: a value that does not fit falls back to its default. A proof
 * that is not known stays one that is asked for: none would let everybody in.
 */
export const storedWebhookSettings = z.object({
  isOn: values.isOn.catch(false),
  port: values.port.catch(0),
  address: values.address.catch(loopbackAddress),
  publicUrl: values.publicUrl.catch(null),
  proof: values.proof.default('none').catch('hmac'),
  proofHeader: values.proofHeader.catch('x-signature'),
  timestampHeader: values.timestampHeader.catch(null),
  toleranceSeconds: values.toleranceSeconds.catch(300),
});

/** The dispatcher's choices about webhooks. Secrets are not among them; they are in the keychain. */
export type WebhookSettings = z.infer<typeof storedWebhookSettings>;

/** All choices together, as the window sends them: each is required and none falls back. */
export const webhookSettingsChange = z.strictObject(values);

/** The defaults: webhooks are off. */
export const defaultWebhookSettings: WebhookSettings = storedWebhookSettings.parse({});
