/* oxlint-disable unicorn/consistent-function-scoping -- the text of one function goes to the page, with all it uses */
/** What a value becomes on the way through JSON: scalars as they are, the rest as tagged arrays. */
export type Packed = null | boolean | number | string | readonly unknown[];

/** Packs and unpacks what Electron's IPC carries. */
export interface Codec {
  /** @throws Error `An object could not be cloned.` for functions, symbols, promises, weak maps */
  pack(value: unknown): Packed;
  /** @throws Error for a tag that no codec writes */
  unpack(packed: unknown): unknown;
}

/**
 * Structured clone over JSON text: undefined, NaN, -0, BigInt, Date, RegExp, Map, Set, Error,
 * ArrayBuffer and its views, shared references and cycles all arrive as they were.
 *
 * One source for both sides: the main process imports it, the page gets the text of this function.
 * So it must not use anything from outside itself, and it keeps what it needs of the globals,
 * which a page could replace later.
 */
export function createCodec(): Codec {
  const viewNames = [
    'Uint8Array',
    'Int8Array',
    'Uint8ClampedArray',
    'Uint16Array',
    'Int16Array',
    'Uint32Array',
    'Int32Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'DataView',
  ];
  const errors: Record<string, ErrorConstructor> = {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
  };
  const views = globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => object>;
  const tagOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1);
  const isPromise = (value: object) => 'then' in value && typeof value.then === 'function';

  function refuse(): never {
    const error = new Error('An object could not be cloned.');
    error.name = 'DataCloneError';
    throw error;
  }

  function toBase64(bytes: Uint8Array): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }

  function fromBase64(text: string): ArrayBuffer {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes.buffer;
  }

  function pack(value: unknown, seen: Map<object, number>): Packed {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return ['n', Object.is(value, -0) ? '-0' : String(value)];
      case 'undefined':
        return ['u'];
      case 'bigint':
        return ['i', String(value)];
      case 'function':
      case 'symbol':
        return refuse();
      case 'object':
        if (value === null) return null;
        return packObject(value, seen);
      default:
        return refuse();
    }
  }

  function packObject(value: object, seen: Map<object, number>): Packed {
    const earlier = seen.get(value);
    if (earlier !== undefined) return ['r', earlier];
    seen.set(value, seen.size);
    if (Array.isArray(value)) return ['a', ...Array.from(value, (item) => pack(item, seen))];
    if (value instanceof Date) return ['d', value.getTime()];
    if (value instanceof RegExp) return ['x', value.source, value.flags];
    if (value instanceof Map)
      return ['m', ...[...value].flatMap(([key, item]) => [pack(key, seen), pack(item, seen)])];
    if (value instanceof Set) return ['s', ...[...value].map((item) => pack(item, seen))];
    if (value instanceof Error) {
      const name = Object.hasOwn(errors, value.name) ? value.name : 'Error';
      return ['e', name, value.message, value.stack ?? '', pack(value.cause, seen)];
    }
    if (value instanceof ArrayBuffer) return ['b', toBase64(new Uint8Array(value))];
    if (ArrayBuffer.isView(value)) {
      // a Node Buffer arrives as a Uint8Array, as it does in Electron
      const name = viewNames.includes(tagOf(value)) ? tagOf(value) : 'Uint8Array';
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return ['v', name, toBase64(bytes)];
    }
    if (['WeakMap', 'WeakSet', 'WeakRef'].includes(tagOf(value)) || isPromise(value))
      return refuse();
    const packed: Record<string, Packed> = Object.create(null) as Record<string, Packed>;
    for (const [key, item] of Object.entries(value)) packed[key] = pack(item, seen);
    return ['o', packed];
  }

  function unpack(packed: unknown, known: object[]): unknown {
    if (!Array.isArray(packed)) return packed;
    const parts: readonly unknown[] = packed;
    const keep = <T extends object>(made: T): T => {
      known.push(made);
      return made;
    };
    const [tag, first, second] = parts;
    switch (tag) {
      case 'u':
        return undefined;
      case 'n':
        return Number(first);
      case 'i':
        return BigInt(String(first));
      case 'r':
        return known[Number(first)];
      case 'a': {
        const list = keep<unknown[]>([]);
        for (const item of parts.slice(1)) list.push(unpack(item, known));
        return list;
      }
      case 'o': {
        const made = keep<Record<string, unknown>>({});
        for (const [key, item] of Object.entries(first as object))
          // defined and not assigned, or a key named __proto__ would change the prototype
          Object.defineProperty(made, key, {
            value: unpack(item, known),
            enumerable: true,
            configurable: true,
            writable: true,
          });
        return made;
      }
      case 'd':
        return keep(new Date(first === null ? Number.NaN : Number(first)));
      case 'x':
        return keep(new RegExp(String(first), String(second)));
      case 'm': {
        const map = keep(new Map<unknown, unknown>());
        for (let at = 1; at < parts.length; at += 2) {
          const key = unpack(parts[at], known);
          map.set(key, unpack(parts[at + 1], known));
        }
        return map;
      }
      case 's': {
        const set = keep(new Set<unknown>());
        for (const item of parts.slice(1)) set.add(unpack(item, known));
        return set;
      }
      case 'e': {
        const error = keep(new (errors[String(first)] ?? Error)(String(second)));
        Object.defineProperty(error, 'stack', {
          value: String(parts[3]),
          configurable: true,
          writable: true,
        });
        const cause = unpack(parts[4], known);
        if (cause !== undefined) error.cause = cause;
        return error;
      }
      case 'b':
        return keep(fromBase64(String(first)));
      case 'v': {
        const View = views[viewNames.includes(String(first)) ? String(first) : 'Uint8Array'];
        if (!View) return refuse();
        return keep(new View(fromBase64(String(second))));
      }
      default:
        throw new Error(`electron-host: no such tag: ${String(tag)}`);
    }
  }

  return {
    pack: (value) => pack(value, new Map()),
    unpack: (packed) => unpack(packed, []),
  };
}
