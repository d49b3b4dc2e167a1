import type { Packed } from './codec.ts';

/** What happened in the window that the main process cannot see from outside. */
export type WindowSign = 'focus' | 'blur' | 'resize';

/** From the preload's world to the main process; one JSON text per binding call. */
export type ToMain =
  | { readonly t: 'send'; readonly channel: string; readonly args: Packed }
  | { readonly t: 'invoke'; readonly id: number; readonly channel: string; readonly args: Packed }
  | { readonly t: 'window'; readonly sign: WindowSign }
  | { readonly t: 'preload-error'; readonly message: string; readonly stack: string };

/** From the main process to the preload's world; several travel in one call. */
export type ToPreload =
  | { readonly t: 'event'; readonly channel: string; readonly args: Packed }
  | { readonly t: 'result'; readonly id: number; readonly value: Packed }
  | { readonly t: 'failure'; readonly id: number; readonly error: string };

/** What the isolated world's script is told when it is installed. */
export interface IsolatedWorldConfig {
  /** The random event name by which page and preload find each other. */
  readonly secret: string;
  /** The global by which the world calls the main process. */
  readonly binding: string;
  /** The global by which the main process hands in messages. */
  readonly receive: string;
  /** The global to which the wrapped preload script is handed. */
  readonly run: string;
  /** The members of the preload's `process` that are data. */
  readonly process: Readonly<Record<string, unknown>>;
}
