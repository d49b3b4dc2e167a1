import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import type { WebhookFault, WebhookRejection } from '../../../core/webhook/webhook-state.ts';
import { count } from './numbers.ts';

const faults: Record<WebhookFault, string> = {
  'port-taken': 'Another program uses this port. Choose another one.',
  'address-unavailable': 'This computer has no such address.',
  keychain:
    'The keychain does not give the secret path. Unlock it, then turn the receiver on again.',
  'no-proof': 'Webhooks are to be signed, but no secret is stored. Add one below.',
  failed: 'The receiver did not start. The log has the details.',
};

const rejections: Record<WebhookRejection, (many: string) => string> = {
  path: (many) => `${many} with a wrong path`,
  host: (many) => `${many} under a foreign name`,
  signature: (many) => `${many} without a valid signature`,
  timestamp: (many) => `${many} signed too long ago`,
  method: (many) => `${many} that were no POST`,
  'too-large': (many) => `${many} too large`,
  'too-slow': (many) => `${many} too slow`,
  'too-many': (many) => `${many} too many at once`,
  'not-stored': (many) => `${many} could not be stored`,
  malformed: (many) => `${many} that were no HTTP`,
  'not-json': (many) => `${many} that were no JSON`,
  'no-order': (many) => `${many} without an order`,
};

const proofs: Record<WebhookSettings['proof'], string> = {
  none: 'None',
  hmac: 'HMAC-SHA256',
  header: 'Fixed value',
};

const proofHelp: Record<WebhookSettings['proof'], string> = {
  none: 'Every sender that knows the secret path can send, so a webhook only has its order checked at once. It gives no reason, and no check is saved.',
  hmac: 'A signature over the body in a header, in hex or base64. Webhooks then give their reasons and save checks.',
  header: 'The secret itself in a header. Webhooks then give their reasons and save checks.',
};

/** The words about receiving webhooks in English. */
export const webhookTexts = {
  lead: 'Receive order events the moment they happen. Optional: checking works without it.',
  receiver: 'Local receiver',
  onlyHere: 'Listens on this computer only',
  alsoOthers: (address: string) =>
    `Listens at ${address}: other computers in the network can reach it`,
  port: 'Port',
  portChosen: 'Chosen when the receiver is turned on, and kept',
  path: 'Secret path',
  pathHelp: {
    none: 'The service documents no signature, so this path is the only key. Treat it as a password.',
    proven: 'Part of the address. Webhooks must be signed as well.',
  },
  hiddenPath: '/hooks/••••••••••••••••',
  noPath: 'Shown while the receiver listens',
  show: 'Show',
  hide: 'Hide',
  copyAddress: 'Copy address',
  addressCopied: 'Address copied. Treat it as a password.',
  newPath: 'New path',
  pathChanged: 'The path was changed. Put the new address into the developer portal.',
  publicUrl: 'Public address',
  publicUrlHelp: 'Where your tunnel or reverse proxy receives, such as https://hooks.example.com',
  publicUrlWrong: 'http:// or https:// and a name, without a path',
  listenAt: 'Reachable from',
  listenAtHelp: {
    loopback: 'A tunnel or reverse proxy on this computer reaches it.',
    other: 'Only for a reverse proxy on another computer.',
  },
  listenAtChoices: { loopback: 'This computer', other: 'Other address' },
  address: 'Address to listen at',
  addressWrong: 'An IP address of this computer, such as 192.168.1.20, or 0.0.0.0 for all',
  addressWarning:
    'Everybody in the network can then reach the receiver and try paths, and the secret path travels unencrypted. Prefer a tunnel that ends on this computer.',
  listenThere: 'Listen there all the same',
  unknown: 'Orders you do not watch',
  unknownHelp: {
    ignore: 'Their webhooks change nothing.',
    offer: 'Offered above the list.',
    watch:
      'Watched at once, until 10,000 orders on the list are not over. One that you took off stays off.',
  },
  unknownUnproven: 'Only once webhooks are signed. Until then theirs change nothing.',
  unknownUnconnected: 'Chosen for each service: connect one first.',
  unknownChoices: { ignore: 'Ignore', offer: 'Offer', watch: 'Watch' },
  signature: 'Signature',
  proof: 'How webhooks are signed',
  proofs,
  proofHelp,
  header: 'Header',
  headerHelp: { hmac: 'Carries the signature', header: 'Carries the secret' },
  headerWrong: 'A header name, such as x-signature',
  timestampHeader: 'Header with the time',
  timestampHelp: 'Signed in front of the body with a dot between. Empty when the body alone is.',
  tolerance: 'Oldest signed time',
  toleranceField: 'Seconds that a signed time may be old',
  seconds: 's',
  secret: 'Secret',
  secretCount: (many: number) =>
    many === 0
      ? 'None is stored yet.'
      : many === 1
        ? '1 in the keychain. It is never shown again.'
        : `${count.format(many)} in the keychain, each good. They are never shown again.`,
  add: 'Store',
  keepsOlder: 'Older ones stay good',
  keepsOlderHelp: 'Until the service sends with the new one',
  forgetOlder: 'Forget older',
  status: 'Status',
  listening: {
    off: 'Off',
    starting: 'Starting',
    listening: (address: string, port: number) =>
      `Listening on ${address.includes(':') ? `[${address}]` : address}:${port}`,
  },
  faults,
  lastEvent: (time: string, age: string) => `Last event ${time}, ${age}.`,
  noEvent: 'No event yet.',
  tally: (accepted: number, unknown: number, rejected: number) =>
    `Since the start ${count.format(accepted)} accepted, ${count.format(unknown)} for orders not watched, ${count.format(rejected)} rejected.`,
  again: (duplicates: number) => `${count.format(duplicates)} came again.`,
  audited: (orders: string, many: number) =>
    `${orders} ${many === 1 ? 'is' : 'are'} checked less often, because webhooks report ${many === 1 ? 'it' : 'them'}.`,
  rejected: 'Rejected',
  rejections: (reason: WebhookRejection, many: number) => rejections[reason](count.format(many)),
  lastRejected: (time: string) => `last at ${time}`,
  test: 'Send test event',
  testing: 'Sending',
  testStored: (ms: number) =>
    `The test event was received, read and stored after ${count.format(ms)}\u00A0ms.`,
  testRefused: (status: number) => `The receiver refused the test event with ${status}.`,
  testUnanswered: 'The receiver did not answer the test event.',
  guide: 'Guide for the proxy',
  guideHelp:
    'Put your tunnel or reverse proxy in front, then add the address in the developer portal',
  copyGuide: 'Copy guide',
  guideCopied: 'Guide copied',
  guideText: (port: number, url: string) =>
    [
      'Webhooks for Waybell',
      '',
      `Waybell listens on http://127.0.0.1:${port} and takes requests below /hooks/ only.`,
      '',
      'Tunnel (cloudflared):',
      `  cloudflared tunnel --url http://127.0.0.1:${port}`,
      'Reverse proxy (Caddy):',
      `  hooks.example.com { reverse_proxy 127.0.0.1:${port} }`,
      'Reverse proxy (nginx):',
      `  location /hooks/ { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $host; }`,
      '',
      'Enter the public name in Settings, Webhooks, Public address. Then add this as Webhook Url in the developer portal, and treat it as a password:',
      `  ${url}`,
    ].join('\n'),
};
