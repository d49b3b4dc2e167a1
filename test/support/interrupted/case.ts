import type { Ended } from './strace.ts';

/** Something that a dispatcher does, and that can be interrupted at each write. */
export interface InterruptedCase {
  readonly name: string;
  /** Fills an empty folder with what is there before. */
  prepare(folder: string): void;
  /** A script of Node and its arguments. */
  script(folder: string): readonly string[];
  /**
   * What is found afterwards, in a few words.
   *
   * @throws Error when something is torn, lost, or called done that is not
   */
  found(folder: string, ended: Ended): string | Promise<string>;
}

/** @throws Error with these words unless it holds */
export function must(holds: boolean, words: string): void {
  if (!holds) throw new Error(words);
}
