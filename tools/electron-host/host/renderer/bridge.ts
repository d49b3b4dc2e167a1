/* oxlint-disable unicorn/consistent-function-scoping -- the text of one function goes to the page, with all it uses */
/** One side's end of the way between the preload's world and the page's. */
export interface Bridge {
  /** Puts an API on the other side's `window`, frozen. @throws Error when the name is taken */
  expose(key: string, api: unknown): void;
}

/** The two worlds that a bridge joins. */
export type BridgeSide = 'page' | 'preload';

/**
 * contextBridge. The isolated world and the page's world share the document but no objects. A
 * comment node that is in no document and that only these two scripts hold (handed over once in
 * MouseEvent.relatedTarget, before any script of the page runs) carries CustomEvents, which are
 * synchronous; Blink structured-clones their `detail` between worlds, so Date, Map or typed arrays
 * cross by themselves. Functions and promises cross as numbered proxies, both ways.
 *
 * The page gets the text of this function, so it must not use anything from outside itself. It takes
 * the methods that it needs from the page's prototypes before the page can replace them.
 *
 * @param hub the comment node
 */
export function createBridge(hub: Node, side: BridgeSide): Bridge {
  /** A value on its way: exactly one of the members. */
  type Wire =
    | { readonly v: unknown }
    | { readonly f: number }
    | { readonly p: number }
    | { readonly r: number }
    | { readonly e: string }
    | { readonly a: readonly Wire[] }
    | { readonly o: Readonly<Record<string, Wire>> };
  type Message =
    | { readonly t: 'call'; readonly id: number; readonly call: number; readonly args: Wire[] }
    | { readonly t: 'reply'; readonly call: number; readonly ok: boolean; readonly v: Wire }
    | { readonly t: 'settle'; readonly id: number; readonly ok: boolean; readonly v: Wire }
    | { readonly t: 'drop'; readonly id: number }
    | { readonly t: 'expose'; readonly call: number; readonly key: string; readonly v: Wire };
  type Callable = (...args: unknown[]) => unknown;

  const outgoing = side === 'page' ? 'page-to-preload' : 'preload-to-page';
  const incoming = side === 'page' ? 'preload-to-page' : 'page-to-preload';
  /* oxlint-disable typescript/unbound-method -- all of them are called through apply */
  const { dispatchEvent } = EventTarget.prototype;
  const TheEvent = CustomEvent;
  const ThePromise = Promise;
  const { then } = Promise.prototype;
  const { apply } = Reflect;
  const sourceOf = Function.prototype.toString;
  /* oxlint-enable typescript/unbound-method */

  const functions = new Map<number, Callable>();
  const promises = new Map<number, [(value: unknown) => void, (reason: unknown) => void]>();
  const replies = new Map<number, { readonly ok: boolean; readonly v: Wire }>();
  let lastId = 0;

  const post = (message: Message): void => {
    apply(dispatchEvent, hub, [new TheEvent(outgoing, { detail: message })]);
  };
  const released = new FinalizationRegistry<number>((id) => post({ t: 'drop', id }));

  const isPlain = (value: object): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return true;
    // an instance of a class of the app crosses as a plain object, one of the platform as itself
    const { constructor } = value;
    return (
      typeof constructor === 'function' &&
      !apply(sourceOf, constructor, []).includes('[native code]')
    );
  };
  const packError = (error: unknown): Wire => ({
    e: error instanceof Error ? error.message : String(error),
  });

  function pack(value: unknown, seen: Map<object, number>, depth: number): Wire {
    if (depth > 1000)
      throw new Error(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    if (typeof value === 'function') {
      const id = ++lastId;
      functions.set(id, value as Callable);
      return { f: id };
    }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (value === null || typeof value !== 'object') return { v: value };
    const earlier = seen.get(value);
    if (earlier !== undefined) return { r: earlier };
    if ('then' in value && typeof value.then === 'function') return packPromise(value);
    if (value instanceof Error) return packError(value);
    if (Array.isArray(value)) {
      seen.set(value, seen.size);
      return { a: Array.from(value, (item) => pack(item, seen, depth + 1)) };
    }
    if (!isPlain(value)) return { v: value };
    seen.set(value, seen.size);
    const packed: Record<string, Wire> = {};
    for (const [key, item] of Object.entries(value))
      Object.defineProperty(packed, key, {
        value: pack(item, seen, depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return { o: packed };
  }

  function packPromise(promise: object): Wire {
    const id = ++lastId;
    const settle = (ok: boolean) => (value: unknown) =>
      post({ t: 'settle', id, ok, v: ok ? pack(value, new Map(), 0) : packError(value) });
    void apply(then, ThePromise.resolve(promise), [settle(true), settle(false)]);
    return { p: id };
  }

  function unpack(wire: Wire, known: object[], isFrozen: boolean): unknown {
    if ('f' in wire) return proxyOf(wire.f);
    if ('p' in wire)
      return new ThePromise((resolve, reject) => promises.set(wire.p, [resolve, reject]));
    if ('r' in wire) return known[wire.r];
    if ('e' in wire) return new Error(wire.e);
    if ('a' in wire) {
      const list: unknown[] = [];
      known.push(list);
      for (const item of wire.a) list.push(unpack(item, known, isFrozen));
      return isFrozen ? Object.freeze(list) : list;
    }
    if ('o' in wire) {
      const made: Record<string, unknown> = {};
      known.push(made);
      for (const [key, item] of Object.entries(wire.o))
        Object.defineProperty(made, key, {
          value: unpack(item, known, isFrozen),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return isFrozen ? Object.freeze(made) : made;
    }
    return wire.v;
  }

  function answerTo(call: number): unknown {
    const reply = replies.get(call);
    replies.delete(call);
    if (!reply) return undefined;
    const value = unpack(reply.v, [], false);
    if (!reply.ok) throw value;
    return value;
  }

  function proxyOf(id: number): Callable {
    const proxy = (...args: unknown[]): unknown => {
      const call = ++lastId;
      post({ t: 'call', id, call, args: args.map((arg) => pack(arg, new Map(), 0)) });
      return answerTo(call);
    };
    released.register(proxy, id);
    return proxy;
  }

  function answer(id: number, args: readonly Wire[]): { readonly ok: boolean; readonly v: Wire } {
    try {
      const wanted = functions.get(id);
      if (!wanted)
        throw new Error(
          'Attempted to call a function in a renderer window that has been closed or released.',
        );
      const value = wanted(...args.map((arg) => unpack(arg, [], false)));
      return { ok: true, v: pack(value, new Map(), 0) };
    } catch (error) {
      return { ok: false, v: packError(error) };
    }
  }

  function receive(message: Message): void {
    switch (message.t) {
      case 'call': {
        const { call } = message;
        const reply = answer(message.id, message.args);
        try {
          post({ t: 'reply', call, ...reply });
        } catch {
          post({ t: 'reply', call, ok: false, v: { e: 'An object could not be cloned.' } });
        }
        return;
      }
      case 'reply':
        replies.set(message.call, message);
        return;
      case 'settle': {
        const [resolve, reject] = promises.get(message.id) ?? [];
        promises.delete(message.id);
        (message.ok ? resolve : reject)?.(unpack(message.v, [], false));
        return;
      }
      case 'drop':
        functions.delete(message.id);
        return;
      case 'expose': {
        if (Object.hasOwn(globalThis, message.key)) {
          const e = 'Cannot bind an API on top of an existing property on the window object';
          post({ t: 'reply', call: message.call, ok: false, v: { e } });
          return;
        }
        Object.defineProperty(globalThis, message.key, {
          value: unpack(message.v, [], true),
          enumerable: true,
          configurable: false,
          writable: false,
        });
        return;
      }
      default:
        message satisfies never;
    }
  }

  hub.addEventListener(incoming, (event) => receive((event as CustomEvent<Message>).detail));
  return {
    expose(key, api) {
      const call = ++lastId;
      post({ t: 'expose', call, key, v: pack(api, new Map(), 0) });
      answerTo(call);
    },
  };
}
