import { electronModule } from '../electron-types.ts';
import { claimScheme } from './scheme-addresses.ts';

/** What answers the requests of a custom scheme. */
export type SchemeHandler = Parameters<Electron.Protocol['handle']>[1];

const handlers = new Map<string, SchemeHandler>();

/** The app's handler for a scheme, such as `app`. */
export function schemeHandler(scheme: string): SchemeHandler | undefined {
  return handlers.get(scheme);
}

/** Electron's `protocol`. Every scheme is standard, secure and open to fetch() here. */
export const protocol = electronModule<Electron.Protocol>('protocol', {
  registerSchemesAsPrivileged(customSchemes) {
    for (const { scheme } of customSchemes) claimScheme(scheme);
  },
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    claimScheme(scheme);
    handlers.set(scheme, handler);
  },
  unhandle(scheme) {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
});
