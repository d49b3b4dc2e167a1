import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { addressOf } from './base-url.ts';
import type { ProxyRoute } from './proxy-route.ts';
import type { TrustedAuthorities } from './trust.ts';
import { openTunnel } from './tunnel.ts';
import { undiciConnector } from './undici.ts';

export interface ConnectorOptions {
  readonly origin: string;
  /** For reaching the service and, before that, a proxy. */
  readonly timeoutMs: number;
  /** Which authorities vouch for the service and for a proxy. */
  readonly trust: TrustedAuthorities;
  /** Asked for every new connection, so that a changed network is noticed. Default: always direct. */
  readonly route?: () => Promise<ProxyRoute>;
}

/** Connects as undici does, through a proxy where there is one. */
export class Connector {
  /** For undici. */
  readonly connect: buildConnector.connector;
  readonly #lostAfterUse = new WeakSet<Error>();

  constructor({ origin, timeoutMs, trust, route }: ConnectorOptions) {
    const common = { allowH2: false, timeout: timeoutMs, autoSelectFamily: true };
    if (!origin.startsWith('https:')) {
      // Only this computer itself is asked without encryption, and it needs no proxy.
      const connectPlain = undiciConnector(common);
      this.connect = (options, callback) => connectPlain(options, this.#watched(callback));
      return;
    }
    const secured = trust
      .context()
      .then((secureContext) =>
        undiciConnector({ ...common, secureContext, rejectUnauthorized: true }),
      );
    // Whoever connects learns of a failure.
    secured.catch(() => undefined);
    const address = addressOf(origin);
    const tunnel = async (): Promise<Socket | null> =>
      route === undefined
        ? null
        : openTunnel(await route(), address, trust, { signal: null, timeoutMs });
    this.connect = (options, callback) => {
      Promise.all([secured, tunnel()]).then(
        ([connect, socket]) =>
          connect(
            socket === null ? options : { ...options, httpSocket: socket },
            this.#watched(callback),
          ),
        (error: unknown) => callback(asError(error), null),
      );
    };
  }

  /**
   * Whether the socket that broke had answered before, so that its loss says nothing about the service:
   * it was closed as idle at the moment when we wrote.
   */
  isKeepAliveRace(error: Error): boolean {
    if (this.#lostAfterUse.has(error)) return true;
    // "other side closed": undici made the error itself and describes the socket in it.
    return (
      'code' in error &&
      error.code === 'UND_ERR_SOCKET' &&
      'socket' in error &&
      typeof error.socket === 'object' &&
      error.socket !== null &&
      'bytesRead' in error.socket &&
      typeof error.socket.bytesRead === 'number' &&
      error.socket.bytesRead > 0
    );
  }

  /** Remembers of a socket that broke whether it had answered before. */
  #watched(callback: buildConnector.Callback): buildConnector.Callback {
    return (...outcome) => {
      const socket = outcome[1];
      socket?.once('error', (error) => {
        if (socket.bytesRead > 0) this.#lostAfterUse.add(error);
      });
      callback(...outcome);
    };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('no connection', { cause: error });
}
