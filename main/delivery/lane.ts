import type { Socket } from 'node:net';
import type { buildConnector, Client } from 'undici';
import { UndiciClient } from './undici.ts';

export type LaneOptions = Client.Options & { readonly connect: buildConnector.connector };

/** One connection at a time, which undici makes anew when it was closed. */
export class Lane {
  readonly client: Client;
  #socket: Socket | null = null;

  constructor(origin: string, options: LaneOptions) {
    this.client = new UndiciClient(origin, {
      ...options,
      connect: (to, callback) =>
        options.connect(to, (...outcome) => {
          this.#socket = outcome[1];
          callback(...outcome);
        }),
    });
  }

  /** The connection that there is or was last; null before the first one. */
  get socket(): Socket | null {
    return this.#socket;
  }
}
