/* The limits of the webhook settings, for their schema and for the window, whose bundle holds no schemas. */

/** The longest secret that fits beside two others into an entry of every keychain. */
export const longestWebhookSecret = 300;

/** The ports that may be listened at. */
export const webhookPorts = { least: 1024, most: 65_535 } as const;

/** How old a signed time may be, in seconds. */
export const webhookTolerance = { least: 30, most: 3600 } as const;

/** A public address: scheme, host and port, without a path. */
export const publicUrlPattern = /^https?:\/\/[^\s/?#@]+$/i;

/** A header field's name (RFC 9110, 5.1). */
export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9a-zA-Z-]{1,100}$/;

/** What may be an IP address; main checks it exactly. */
export const addressPattern = /^[0-9a-fA-F.:]{2,45}$/;

/** Only programs on this computer reach this address. */
export const loopbackAddress = '127.0.0.1';
