import { createServer } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { ConnectionPlaces, ConnectionRejection } from './connection-places.ts';

const mostHeaderBytes = 16 * 1024;

/** What a server that strangers reach allows. */
export interface EdgeRules {
  readonly connections: ConnectionPlaces;
  /** A certificate, its key, and how TLS is spoken; null for plain HTTP. */
  readonly tls: ServerOptions | null;
  readonly mostBodyBytes: number;
  /** Requests that take longer are cut off, and so are connections that send nothing. */
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  readonly idleConnectionMs: number;
  /** A request could not be read as one, or took too long. */
  readonly rejected: (reason: ConnectionRejection) => void;
  /** Answers what Fastify cannot route. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: unknown) => FastifyReply;
}

/** A server without routes that reads no type of body by itself. */
export async function edgeServer(rules: EdgeRules): Promise<FastifyInstance> {
  const { connections, headersWithinMs, tls } = rules;
  // Loaded here, so that a start without a server does not pay for it.
  const { fastify } = await import('fastify');
  const limits = {
    // A field that must come once and comes twice fits nothing then, a second Host above all.
    joinDuplicateHeaders: true,
    // A request without one is refused by the routes like one with a foreign one.
    requireHostHeader: false,
    maxHeaderSize: mostHeaderBytes,
    headersTimeout: headersWithinMs,
    requestTimeout: rules.requestWithinMs,
    keepAliveTimeout: rules.idleConnectionMs,
    connectionsCheckingInterval: 1000,
    keepAlive: true,
  };
  const app = fastify({
    bodyLimit: rules.mostBodyBytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    serverFactory: (handler): RawServerDefault => {
      const made =
        tls === null
          ? createServer(limits, handler)
          : createSecureServer({ ...limits, handshakeTimeout: headersWithinMs, ...tls }, handler);
      connections.guard(made);
      return made;
    },
    frameworkErrors: (error, request, reply) => {
      void rules.refuse(request, reply, error);
    },
    clientErrorHandler: ({ code }, socket) => {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT') rules.rejected('tooSlow');
      // Any other code is the network's: the client is gone.
      else if (code.startsWith('HPE_')) rules.rejected('malformed');
      socket.destroy();
    },
  });
  app.removeAllContentTypeParsers();
  return app;
}
