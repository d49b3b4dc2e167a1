/** A listener with whether it is for one event only. */
interface Entry {
  readonly listener: (...args: unknown[]) => void;
  readonly isOnce: boolean;
}

/** An emitter as a preload knows it from Node. */
export interface Emitter {
  on(name: string, listener: Entry['listener']): this;
  once(name: string, listener: Entry['listener']): this;
  off(name: string, listener: Entry['listener']): this;
  addListener(name: string, listener: Entry['listener']): this;
  removeListener(name: string, listener: Entry['listener']): this;
  removeAllListeners(name?: string): this;
  emit(name: string, ...args: unknown[]): boolean;
  listeners(name: string): Entry['listener'][];
  listenerCount(name: string): number;
  eventNames(): string[];
  setMaxListeners(): this;
}

/**
 * The EventEmitter class of a sandboxed preload: behind ipcRenderer, and what `require('events')`
 * gives. The page gets the text of this function.
 */
export function createEmitterClass(): new () => Emitter {
  type Listener = Entry['listener'];
  return class EventEmitter implements Emitter {
    readonly #entries = new Map<string, readonly Entry[]>();

    on(name: string, listener: Listener): this {
      return this.#add(name, { listener, isOnce: false });
    }

    once(name: string, listener: Listener): this {
      return this.#add(name, { listener, isOnce: true });
    }

    off(name: string, listener: Listener): this {
      const entries = this.#entries.get(name) ?? [];
      const at = entries.findLastIndex((entry) => entry.listener === listener);
      if (at >= 0) this.#entries.set(name, entries.toSpliced(at, 1));
      return this;
    }

    addListener(name: string, listener: Listener): this {
      return this.on(name, listener);
    }

    removeListener(name: string, listener: Listener): this {
      return this.off(name, listener);
    }

    removeAllListeners(name?: string): this {
      if (name === undefined) this.#entries.clear();
      else this.#entries.delete(name);
      return this;
    }

    emit(name: string, ...args: unknown[]): boolean {
      const entries = this.#entries.get(name) ?? [];
      for (const { listener, isOnce } of entries) {
        if (isOnce) this.off(name, listener);
        try {
          Reflect.apply(listener, this, args);
        } catch (error) {
          reportError(error);
        }
      }
      return entries.length > 0;
    }

    listeners(name: string): Listener[] {
      return (this.#entries.get(name) ?? []).map(({ listener }) => listener);
    }

    listenerCount(name: string): number {
      return this.#entries.get(name)?.length ?? 0;
    }

    eventNames(): string[] {
      return [...this.#entries.keys()];
    }

    setMaxListeners(): this {
      return this;
    }

    #add(name: string, entry: Entry): this {
      if (typeof entry.listener !== 'function')
        throw new TypeError('The "listener" argument must be of type function.');
      this.#entries.set(name, [...(this.#entries.get(name) ?? []), entry]);
      return this;
    }
  };
}
