import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../core/clock.ts';
import {
  type ConnectionOptions,
  defaultConnectionOptions,
} from '../../core/delivery/connection-options.ts';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { lastWordTexts } from '../../core/heartbeat/last-word-texts.ts';
import { inEnglish, type Localisation } from '../../core/text/language.ts';
import { addressOf } from './delivery/http/base-url.ts';
import { HttpTransport } from './delivery/http/transport.ts';
import { readCaFile, TrustedAuthorities } from './delivery/http/trusted-authorities.ts';
import { proxyRoute, type ProxySurroundings } from './delivery/proxy/proxy-choice.ts';
import { openTunnel } from './delivery/proxy/tunnel.ts';
import type { HeartbeatSender } from './heartbeat/heartbeat.ts';
import { heartbeatRequest } from './heartbeat/heartbeat-request.ts';
import type { OpenedDatabase } from './storage/database.ts';
import { writeFact } from './storage/sql.ts';

/** The body of an answer is not looked at; one that is larger than this is not waited for. */
const limits = {
  totalTimeoutMs: 10_000,
  silenceTimeoutMs: 10_000,
  maxBodyBytes: 64 * 1024,
  maxConnections: 1,
};

/** What a beat is sent with. */
export interface HeartbeatWay {
  readonly clock: Clock;
  /** Such as `Waybell/0.1.0`. */
  readonly userAgent: string;
  /** The address, as `parseHeartbeatUrl` gives it; null while there is none. */
  readonly url: () => string | null;
  /** The proxy and the authorities of the connection to the service; null: the usual ones. */
  readonly connectionOptions: () => ConnectionOptions | null;
  readonly surroundings: ProxySurroundings;
  readonly localisation?: Localisation;
}

/**
 * Sends beats over HTTP, each over a connection of its own: between two of them the proxy, the network and the
 * authorities may have changed. Redirects are not followed. No failure holds a word of the address.
 */
export function httpHeartbeat(way: HeartbeatWay): HeartbeatSender {
  const { clock, localisation = inEnglish, surroundings, userAgent } = way;
  return {
    async send(word) {
      const url = way.url();
      if (url === null) return null;
      const { caFile, proxy } = way.connectionOptions() ?? defaultConnectionOptions;
      const { origin } = new URL(url);
      const file = caFile === null ? null : readCaFile(caFile);
      const trust = new TrustedAuthorities(file?.ok === true ? file.value : []);
      const transport = new HttpTransport({
        origin,
        clock,
        limits,
        trust,
        openTunnel: async (timeoutMs) =>
          openTunnel(await proxyRoute(proxy, origin, surroundings), addressOf(origin), trust, {
            signal: null,
            timeoutMs,
          }),
      });
      const text = word === null ? null : lastWordTexts[localisation.current.language][word];
      const request = heartbeatRequest(url, text);
      const type = request.body === null ? [] : ['content-type', 'text/plain; charset=utf-8'];
      try {
        const { status } = await transport.send({
          ...request,
          headers: ['user-agent', userAgent, 'accept', '*/*', ...type],
          signal: null,
        });
        return status >= 200 && status < 300 ? null : `http-${status}`;
      } catch (error) {
        // The head of an answer came; how long its body is does not matter.
        if (!(error instanceof DeliveryError)) throw error;
        const { code, httpStatus } = error;
        const isLong = code === 'answer-too-large' && httpStatus !== null && httpStatus < 300;
        return isLong ? null : code;
      } finally {
        await transport.close();
      }
    },
  };
}

/** In `facts`: when it was tried last whether the database can be written. */
const triedAtMs = 'heartbeat_tried_at_ms';

/** Tries whether a profile's database takes a write; one that was never to be kept does. */
export function canWrite(
  { fault, folder, sql }: Pick<OpenedDatabase, 'fault' | 'folder'> & { readonly sql: DatabaseSync },
  clock: Pick<Clock, 'wallMs'>,
): boolean {
  if (fault !== null) return false;
  if (folder === null) return true;
  try {
    writeFact(sql, triedAtMs, String(clock.wallMs()));
    return true;
  } catch {
    // A full disk, or one that was taken away: the missing beat says so.
    return false;
  }
}
