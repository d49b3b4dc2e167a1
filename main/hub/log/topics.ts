/** What is said within a process, by topic. */
export class Topics {
  readonly #listeners = new Map<string, Set<(body: string) => void>>();

  add(topic: string, listener: (body: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  tell(topic: string, body: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(body);
  }
}
