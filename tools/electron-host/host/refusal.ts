import { EventEmitter } from 'node:events';

/**
 * Names that engines, loggers, promises and test tools look up on every object. They answer
 * `undefined` as on any object; refusing them would break `await`, `console.log` or Playwright.
 */
const PROBED_NAMES: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  'default',
  'domain',
  'name',
  'length',
  'prototype',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  '__esModule',
]);

/** What an app gets that uses a part of Electron which the host does not offer. */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';

  /** @param what the name as the app wrote it, such as `Tray.displayBalloon` */
  constructor(what: string) {
    super(`electron-host: ${what} is not supported`);
  }
}

/**
 * An object for the end of a prototype chain: every name that the chain before it lacks is refused
 * with an UnsupportedError, so that a missing part of Electron is never a silent `undefined`.
 *
 * It sits in the prototype chain and not around the object, because a proxy around an object with
 * `#private` members breaks every method that touches one. `'name' in object` still answers false,
 * so an app can ask before it uses.
 *
 * @param label what the refusal calls the object, such as `Tray`
 * @param ancestor what the chain goes on with
 */
function refusing<T extends object>(label: string, ancestor: T): T {
  return new Proxy(ancestor, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || PROBED_NAMES.has(key) || key.startsWith('_'))
        return Reflect.get(target, key, receiver) as unknown;
      throw new UnsupportedError(`${label}.${key}`);
    },
  });
}

/**
 * An EventEmitter class to derive from: unknown members of its instances and unknown statics of
 * its subclasses are refused.
 *
 * @param label what refusals call the class
 */
export function refusingEmitter(label: string): new () => EventEmitter {
  class RefusingEmitter extends EventEmitter {}
  class StaticEnd extends EventEmitter {}
  const end = Object.create(EventEmitter.prototype) as EventEmitter;
  Object.setPrototypeOf(RefusingEmitter.prototype, refusing(label, end));
  Object.setPrototypeOf(RefusingEmitter, refusing(label, StaticEnd));
  return RefusingEmitter;
}

/**
 * Puts a refusing end behind a plain object or class without ancestors.
 *
 * @returns the same object
 */
export function refuseTheRest<T extends object>(label: string, part: T): T {
  const end = Object.create(Object.getPrototypeOf(part) as object) as object;
  Object.setPrototypeOf(part, refusing(label, end));
  return part;
}

/**
 * Stands in for a whole export of Electron that the host has no part of: reading a member, calling
 * it and constructing it are all refused.
 */
export function unsupportedExport(label: string): object {
  const refuse = (): never => {
    throw new UnsupportedError(label);
  };
  return new Proxy(function unsupported() {}, {
    apply: refuse,
    construct: refuse,
    get(target, key) {
      if (typeof key === 'symbol' || PROBED_NAMES.has(key) || key.startsWith('_'))
        return Reflect.get(target, key) as unknown;
      throw new UnsupportedError(`${label}.${key}`);
    },
  });
}
