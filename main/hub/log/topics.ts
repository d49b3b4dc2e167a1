/** Publishes texts within a process, by topic. */
export class Topics {
  readonly #listeners = new Map<string, Set<(body: string) => void>>();

  subscribe(topic: string, listener: (body: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  publish(topic: string, body: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(body);
  }
}
