import type { Result } from '../../../core/text/result.ts';

/** The environment variable that the client secret comes in; argv would show it to every user. */
export const secretVariable = 'WAYBELL_CLIENT_SECRET';

/** The environment variable for the secret path of the receiver of webhooks. */
export const webhookPathVariable = 'WAYBELL_WEBHOOK_PATH';

/** The environment variable for the secret that webhooks are signed with. */
export const webhookSecretVariable = 'WAYBELL_WEBHOOK_SECRET';

/** The environment variable for the login at etcd: `user:password`. */
export const etcdLoginVariable = 'WAYBELL_ETCD_LOGIN';

/** The environment variable for the code that an invitation to a team has. */
export const joinCodeVariable = 'WAYBELL_JOIN_CODE';

/** The environment variable for the token by which a hub knows a desk. */
export const deskTokenVariable = 'WAYBELL_DESK_TOKEN';

/** The environment variable for the address that heartbeats go to; its path is often a secret. */
export const heartbeatVariable = 'WAYBELL_HEARTBEAT_URL';

/** All variables of Waybell's own. Each holds a secret, so a program takes them out of its environment. */
export const ownVariables = [
  secretVariable,
  webhookPathVariable,
  webhookSecretVariable,
  etcdLoginVariable,
  joinCodeVariable,
  deskTokenVariable,
  heartbeatVariable,
] as const;

/** Why the command line cannot be followed, in a sentence for the terminal. */
export interface UsageRefusal {
  readonly message: string;
}

/** How the names of secrets end, such as `--client-secret`, `--token` and `WAYBELL_CLIENT_SECRET=`. */
const secretName =
  /(?:secret|token|password|passwd|passphrase|\bpass|pwd|credentials?|api[-_]?key|bearer)$/i;

/** What is said of {@link isForSecret}. */
export const secretRefusal = `The client secret is read from ${secretVariable}, never from an argument.`;

/** Whether an argument is an option for a secret, or sets a variable to one where it is only an argument. */
export function isForSecret(argument: string): boolean {
  const [name = ''] = argument.split('=', 1);
  const isAssignment = argument.includes('=') && /^[\w-]+$/.test(name);
  return (name.startsWith('-') || isAssignment) && secretName.test(name);
}

/** A service that the command line names. */
export interface NamedService {
  readonly baseUrl: string;
  readonly clientId: string;
}

/** The service that was named, by both its options or none. */
export function readService(
  baseUrl: string | null,
  clientId: string | null,
): Result<NamedService | null, UsageRefusal> {
  if (baseUrl === null && clientId !== null) return refuse('--client-id needs --base-url.');
  if (baseUrl !== null && clientId === null) return refuse('--base-url needs --client-id.');
  const service = baseUrl === null || clientId === null ? null : { baseUrl, clientId };
  return { ok: true, value: service };
}

/** The whole number that an option was given; undefined when it was not given. */
export function readWhole(
  text: string | undefined,
  flag: string,
  { least, most }: { readonly least: number; readonly most: number },
): Result<number | undefined, UsageRefusal> {
  if (text === undefined) return { ok: true, value: undefined };
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return { ok: true, value: number };
  return refuse(
    `${flag} needs a whole number from ${least} to ${most}, not "${shownArgument(text)}".`,
  );
}

/** What a terminal is told where `--metrics` cannot be followed. */
export const noMetrics =
  'Figures cannot be given there. Name another address or port with --metrics.\n';

/** Where a program listens. */
export interface ListenAddress {
  readonly address: string;
  /** 0 means any free port. */
  readonly port: number;
}

/** An option with `PORT` on loopback, `ADDRESS:PORT`, or `[ADDRESS]:PORT` for IPv6; null when it was not given. */
export function readListenAddress(
  text: string | undefined,
  flag: string,
): Result<ListenAddress | null, UsageRefusal> {
  if (text === undefined) return { ok: true, value: null };
  const [, inBrackets, plain, digits = ''] =
    /^(?:\[([\da-f:.]{2,45})\]:|([a-z\d.-]{1,253}):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = digits === '' ? Number.NaN : Number(digits);
  if (isPort(port)) {
    return { ok: true, value: { address: inBrackets ?? plain ?? '127.0.0.1', port } };
  }
  return refuse(
    `${flag} needs ADDRESS:PORT or a port, 0 or from 1024 to 65535, not "${shownArgument(text)}".`,
  );
}

/** Whether a program without special rights may listen there; 0 means any free port. */
export function isPort(port: number): boolean {
  return port === 0 || (port >= 1024 && port <= 65_535);
}

export function refuse(message: string): { readonly ok: false; readonly failure: UsageRefusal } {
  return { ok: false, failure: { message } };
}

/** A refused argument as it may be repeated on a terminal: short, without control characters. */
export function shownArgument(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
