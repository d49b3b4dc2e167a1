import { type ListenAddress, noMetrics } from './launch/arguments.ts';
import { type MetricsServer, startMetricsServer } from './metrics/metrics-server.ts';

/**
 * Gives the metrics where the start of a program asked for it.
 *
 * @param place null for nowhere
 * @param say writes to standard error
 */
export function serveMetrics(
  place: ListenAddress | null,
  text: () => string,
  say: (text: string) => void,
) {
  let server: Promise<MetricsServer | null> = Promise.resolve(null);
  return {
    /** @returns false where they cannot be given, which it says */
    async start(): Promise<boolean> {
      if (place === null) return true;
      server = startMetricsServer(place.address, place.port, text).catch(() => null);
      const started = await server;
      say(started === null ? noMetrics : `Giving figures at ${started.url}\n`);
      return started !== null;
    },
    stop: async () => (await server)?.close(),
  };
}
