import connect from 'undici/lib/core/connect.js';
import ClientOnly from 'undici/lib/dispatcher/client.js';
import PoolOnly from 'undici/lib/dispatcher/pool.js';
import type { buildConnector, Client, Pool } from 'undici';

/*
 * What is used of undici, by itself: its index brings fetch, WebSocket, caches and mocks along, which
 * nobody here asks for and which keep 12 MB for as long as the program runs. The version is a fixed one;
 * a test compares these with the index's.
 */

/** One connection, see undici's `Client`. */
export const UndiciClient: typeof Client = ClientOnly;
/** Several connections, see undici's `Pool`. */
export const UndiciPool: typeof Pool = PoolOnly;
/** How a connection is made, see undici's `buildConnector`. */
export const undiciConnector: typeof buildConnector = connect;
