import { inspect } from 'node:util';
import type { RequestChannel } from '../../core/bridge/channels.ts';
import { type BridgeHandlers, requestSchemas } from '../../core/bridge/bridge.ts';
import type { TokenScheme } from '../../core/delivery/connection-options.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import { decodeText } from '../../core/paste/decode-text.ts';
import { findOrderIds, pasteCounts } from '../../core/paste/find-order-ids.ts';
import { diffOrders } from '../../core/order/order-update.ts';
import { settingsChangeSchema } from '../../core/settings/settings.ts';
import { readTransfer } from '../support/transfer-files.ts';
import { defaultWebhookSettings } from '../../core/webhook/webhook-settings.ts';
import { parseOrder } from '../../core/wire/wire-order.ts';
import { parseWebhook, parseWebhooks } from '../../core/webhook/wire-webhook.ts';
import type { ParsedWebhook } from '../../core/webhook/wire-webhook.ts';
import { readJson } from '../../main/engine/delivery/http/json-body.ts';
import {
  asBearer,
  looksLikeError,
  namesToken,
  readTokenAnswer,
} from '../../main/engine/delivery/token/token-answer.ts';
import type { BridgeSender } from '../../main/desktop/bridge/bridge-server.ts';
import { BridgeServer } from '../../main/desktop/bridge/bridge-server.ts';
import { readOpenRequest } from '../../main/desktop/second-instance.ts';
import { secretVariable } from '../../main/engine/launch/arguments.ts';
import { linkedOrderId, parseLaunchOptions } from '../../main/engine/launch/launch-options.ts';
import { readRecording, RecordingFileError } from '../../tools/replay/read-recording.ts';
import { isOurHost } from '../../main/engine/http-edge/host-name.ts';
import { checkProof } from '../../main/engine/webhooks/signature.ts';
import { orderIdOf } from '../support/order-id-of.ts';
import { RecordingLog } from '../support/recording-log.ts';
import { holds, isShowable, numbersIn, textsIn } from './rules.ts';

/** Handles one hostile input. Throws when a rule is broken; refusing the input is right. */
type FuzzTarget = (input: Buffer) => void | Promise<void>;

const askedId = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

/** Text as it can arrive by clipboard or bridge: halves of characters included. */
function textOf(input: Buffer): string {
  return input.toString('utf8').replaceAll('\uFFFD', '\uD83D');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function wireOrder(input: Buffer): void {
  const json = readJson(input);
  if (json === null) return;
  const parsed = parseOrder(json.value, askedId);
  if (!parsed.ok) return;
  const { order } = parsed.value;
  holds(order.id === askedId, 'no answer becomes another order');
  for (const text of textsIn(order)) {
    holds(
      isShowable(text, 20_000),
      `a text of an order can be shown: ${inspect(text.slice(0, 80))}`,
    );
  }
  for (const number of numbersIn(order)) holds(Number.isFinite(number), 'numbers are finite');
  const points = [
    order.courier?.fix,
    order.pickup?.point,
    ...order.destinations.map((d) => d.point),
  ];
  for (const point of points) {
    if (point === null || point === undefined) continue;
    holds(Math.abs(point.latitudeDeg) <= 90, 'latitudes are on earth');
    holds(Math.abs(point.longitudeDeg) <= 180, 'longitudes are on earth');
  }
  holds(diffOrders(order, order).length === 0, 'an order does not differ from itself');
}

function paste(input: Buffer): void {
  const { found, rejected, duplicateCount } = findOrderIds(textOf(input));
  holds(duplicateCount >= 0, 'duplicates are counted');
  holds(rejected.length <= 1000, 'at most a thousand are rejected by name');
  for (const { text } of rejected) holds(text.length <= 66, 'what is rejected is cut');
  for (const { id, label } of found) {
    holds(parseOrderId(id) === id, 'what is found is a uuid in its canonical form');
    holds(label === null || isShowable(label, 1000), 'a label can be shown');
  }
  const ids = found.map(({ id }) => id);
  const again = findOrderIds(ids.join('\n')).found.map(({ id }) => id);
  holds(again.join() === ids.join(), 'what is found is found again');
}

const readAtMs = Date.UTC(2026, 10, 26, 6);

/** A file of orders, whatever its bytes are: the decoder, and the readers of tables, JSON and lines. */
function orderFile(input: Buffer): void {
  const text = decodeText(input);
  holds(text.isWellFormed(), 'what was decoded is well-formed');
  const findings = findOrderIds(text, readAtMs);
  for (const { id, group, label, line, promised } of findings.found) {
    holds(parseOrderId(id) === id, 'what is found is a uuid in its canonical form');
    holds(line >= 1, 'lines are counted from 1');
    for (const words of [label, group ?? null]) {
      if (words === null) continue;
      holds(words !== '' && isShowable(words, 200), 'labels and groups can be shown');
      holds(!words.includes('\uFFFD'), 'no lost character is in a label or a group');
    }
    if (promised === undefined) continue;
    const { atMs } = promised;
    holds(isShowable(promised.text, 400), 'a promised time can be shown');
    holds(
      atMs === null || (atMs > 0 && atMs < Date.UTC(2100, 0)),
      'promised times are of our days',
    );
  }
  for (const count of Object.values(pasteCounts(findings))) {
    holds(Number.isSafeInteger(count) && count >= 0, 'what is passed over is counted');
  }
  // Another program may write the same text in another encoding.
  const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
  holds(decodeText(wide) === text, 'UTF-16 is read as UTF-8 is');
}

function importFile(input: Buffer): void {
  const read = readTransfer(textOf(input));
  if (!read.ok) return;
  if (read.value.kind === 'settings') {
    const { change } = read.value;
    holds(settingsChangeSchema.safeParse(change).success, 'only settings that fit are taken');
    holds(!('webhooks' in change), 'no file opens a port');
    holds(!JSON.stringify(change).includes('UntilMs":'), 'no file mutes or snoozes until a time');
    return;
  }
  for (const order of read.value.orders) {
    holds(parseOrderId(order.id) === order.id, 'only uuids are taken over');
    const words = order.calls.map(({ word }) => word);
    for (const text of [order.label, order.note, order.group, ...words]) {
      holds(text === null || isShowable(text, 40_000), 'what is taken over can be shown');
    }
  }
}

const secrets = ['canary-signing-secret'];
const signedRules = {
  ...defaultWebhookSettings,
  proof: 'hmac',
  timestampHeader: 'x-time',
} as const;

/** The first line is what a stranger sends as signature, time and host; the rest is the body. */
function webhook(input: Buffer): void {
  const end = input.indexOf(10);
  const line = input.subarray(0, end === -1 ? 0 : end).toString('latin1');
  const [signature = '', time = '', host = ''] = line.split(' ');
  const body = input.subarray(end + 1);
  const headers = { 'x-signature': signature, 'x-time': time };
  const verdict = checkProof(signedRules, secrets, headers, body, 1_772_442_000_000);
  holds(verdict !== 'proven', 'a sender who does not know the secret is not believed');
  if (isOurHost(host, '127.0.0.1', null) && URL.canParse(`http://${host}`)) {
    const { hostname } = new URL(`http://${host}`);
    const isLoopback = /^(?:localhost\.?|\[::1\]|127(?:\.\d+){3}\.?)$/.test(hostname);
    holds(isLoopback, `a page’s own name is not ours: ${inspect(host)}`);
  }
  for (const event of parseWebhooks(body.toString('utf8'))) webhookEvent(event);
}

function webhookEvent({ parsed, text }: ParsedWebhook): void {
  if (!parsed.ok) return;
  const { claims, orderId, createdAtMs, identity } = parsed.value;
  const alone = parseWebhook(text);
  holds(alone.ok && alone.value.identity === identity, 'an event of several is one by itself');
  holds(parseOrderId(orderId) === orderId, 'a webhook is about a uuid');
  holds(claims.length <= 6, 'each kind is claimed once at most');
  for (const { reason } of claims) {
    holds(reason === null || isShowable(reason, 20_000), 'a reason can be shown');
  }
  holds(createdAtMs === null || Number.isFinite(createdAtMs), 'a time is a number');
  holds(identity.length > 0, 'an event has an identity');
}

const channels = Object.keys(requestSchemas) as RequestChannel[];
const ourWindow: BridgeSender = {
  sender: { id: 1 },
  senderFrame: { url: 'app://waybell/index.html', origin: 'app://waybell', parent: null },
};
type Listener = (event: BridgeSender, ...args: unknown[]) => Promise<unknown>;
const listeners = new Map<string, Listener>();
let handled: { readonly channel: RequestChannel; readonly input: unknown } | null = null;
new BridgeServer({
  door: {
    handle: (channel, listener) => void listeners.set(channel, listener),
    removeHandler: (channel) => void listeners.delete(channel),
  },
  handlers: Object.fromEntries(
    channels.map((channel) => [
      channel,
      (input: unknown) => {
        handled = { channel, input };
        return { ok: true, value: null };
      },
    ]),
  ) as unknown as BridgeHandlers, // fromEntries forgets which channel has which handler
  trustedContentsId: () => 1,
  // Nothing here is done to an order.
  acts: { actCount: 0, actsKept: async () => undefined },
  log: new RecordingLog(),
}).start();

/** The first line chooses the channel, the rest is what a taken-over window sends. */
async function bridge(input: Buffer): Promise<void> {
  const [line = '', ...rest] = textOf(input).split('\n');
  const named = channels.find((each) => each === line);
  const channel = named ?? channels[line.length % channels.length] ?? 'board:snapshot';
  const payload = jsonOf(rest.join('\n'));
  handled = null;
  const answer = await listeners.get(channel)?.(ourWindow, payload);
  const ran: typeof handled = handled;
  holds(
    typeof answer === 'object' && answer !== null && 'ok' in answer,
    'every request is answered',
  );
  if (ran === null) return;
  const { input: given } = ran as { readonly input: unknown };
  const again = requestSchemas[channel].safeParse(given);
  holds(again.success, 'what a handler gets fits its schema');
  holds(inspect(again.data, { depth: 9 }) === inspect(given, { depth: 9 }), 'and is whole');
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    holds(!textsIn(given).includes(key) || !hasOwnDeep(given, key), `no ${key} gets through`);
  }
}

function hasOwnDeep(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, key) || Object.values(value).some((inner) => hasOwnDeep(inner, key));
}

const secret = 'canary-launch-secret';

/** Links, arguments of a start, and what a second start sends. */
function link(input: Buffer): void {
  const text = textOf(input);
  const linked = linkedOrderId(text);
  if (linked !== null) {
    holds(parseOrderId(linked) === linked, 'a link gives a whole uuid');
    holds(text.length <= 53, 'and nothing stands beside it');
  }
  const args = text.split('\n');
  const options = parseLaunchOptions(args, {
    env: { [secretVariable]: secret },
    workingDir: '/home/desk',
  });
  if (options.ok) {
    for (const id of [...options.value.orderIds, ...options.value.offeredIds]) {
      holds(parseOrderId(id) === id, 'arguments give whole uuids');
    }
    const { offeredIds, profileDir } = options.value;
    holds(offeredIds.length === 0 || /waybell:/i.test(text), 'only links are offered');
    holds(profileDir === null || profileDir.startsWith('/'), 'the profile is a whole path');
  } else {
    holds(!options.failure.message.includes(secret), 'no refusal tells the secret');
    holds(isShowable(options.failure.message, 1000), 'a refusal can be shown in a terminal');
  }
  const request = readOpenRequest(jsonOf(text), () => null);
  for (const { id, label } of request.orders) {
    holds(parseOrderId(id) === id, 'a second start sends whole uuids');
    holds(label === null || isShowable(label, 4000), 'and labels that can be shown');
  }
  for (const id of request.offeredIds) holds(parseOrderId(id) === id, 'and offers whole uuids');
}

function recording(input: Buffer): void {
  try {
    const { decided, span, untilMs, version } = readRecording(input.toString('utf8'));
    holds(isShowable(version, 100), 'the version can be shown in a terminal');
    for (const { notification } of decided) {
      holds(isShowable(notification.key, 1000), 'the key of a notification can be shown');
    }
    for (const { atMs } of [...span.moments].flat()) {
      holds(atMs >= 0 && atMs <= untilMs, 'what is replayed lies within its time');
    }
  } catch (error) {
    if (!(error instanceof RecordingFileError)) throw error;
    holds(
      textsIn(error.fault).every((text) => isShowable(text, 20)),
      'a fault quotes nothing',
    );
  }
}

const schemes: readonly TokenScheme[] = [
  { kind: 'asGiven' },
  { kind: 'none' },
  { kind: 'fixed', scheme: 'Key' },
];
const service = 'https://api.example.com';

/**
 * The first line is the status, the scheme's number, whether the credentials have worked, and the rest of it a challenge;
 * what follows is the body of an answer to a request for a token, and to one for an order.
 */
function tokenAnswer(input: Buffer): void {
  const end = input.indexOf(10);
  const line = input.subarray(0, end === -1 ? 0 : end).toString('latin1');
  const [status = '', schemeNo = '', worked = '', ...challenge] = line.split(' ');
  const answer = {
    status: /^[1-9]\d\d$/.test(status) ? Number(status) : 200,
    headers: { 'www-authenticate': challenge.join(' ') },
    body: input.subarray(end + 1),
  };
  const scheme = schemes[Number(schemeNo)] ?? { kind: 'asGiven' };
  const haveWorked = worked === '1';
  const read = readTokenAnswer(answer, service, 1_772_442_000_000, scheme, haveWorked);
  if (read.kind === 'granted') {
    const { authorization, lifetimeMs, statedSeconds } = read.grant;
    holds(/^[\x20-\x7e]{1,8041}$/.test(authorization), 'a token begins no other header');
    holds(lifetimeMs >= 30_000 && lifetimeMs <= 86_400_000, 'a life can be waited for');
    holds(statedSeconds === null || !Number.isNaN(statedSeconds), 'a stated life is a number');
    holds(answer.status === 200 || answer.status === 201, 'only a good answer brings a token');
    const bearer = asBearer(authorization, scheme);
    holds(bearer === null || /^Bearer [\x21-\x7e]+$/.test(bearer), 'Bearer stands before a token');
  } else {
    const { code, message } = read.failure;
    holds(/^[a-z-]+(?: \(HTTP \d+\))?$/.test(message), 'a failure quotes nothing');
    const names = /invalid.client|unauthorized.client|access.denied/i;
    const isBlamed = names.test(answer.body.toString('latin1').replaceAll(/[-_\s]+/g, '_'));
    const mayBlame = !haveWorked || isBlamed || answer.body.includes('\\');
    holds(code !== 'credentials-refused' || mayBlame, 'what has worked is refused by name alone');
  }
  if (namesToken(answer)) holds([200, 401, 403].includes(answer.status), 'a token is refused');
  looksLikeError(answer);
}

/** The readers of data from outside, by the names that the command accepts. */
export const fuzzTargets = {
  'wire-order': wireOrder,
  paste,
  'order-file': orderFile,
  import: importFile,
  webhook,
  bridge,
  link,
  recording,
  'token-answer': tokenAnswer,
} satisfies Readonly<Record<string, FuzzTarget>>;

export type FuzzTargetName = keyof typeof fuzzTargets;

export const fuzzTargetNames = Object.keys(fuzzTargets) as readonly FuzzTargetName[];
