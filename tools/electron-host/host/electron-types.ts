import type { EventEmitter } from 'node:events';
import { refuseTheRest } from './refusal.ts';

/** Members that every emitter has; Electron types them per event, Node's emitter carries them. */
type EmitterMember = keyof EventEmitter;

/** The members of Electron's type that the host's type claims to have. */
type Claimed<Whole, Host> = Pick<Whole, Exclude<keyof Host & keyof Whole, EmitterMember>>;

/** Public members of the host's type that Electron's type does not know: there must be none. */
type Strange<Whole, Host> = Exclude<keyof Host, keyof Whole | EmitterMember>;

/** A class without its `prototype`: its static side. */
type Statics<Class> = Omit<Class, 'prototype'>;

/**
 * `unknown` where the host's type is a true subset of Electron's: each public member exists in
 * electron.d.ts and has a type that fits there. Otherwise a type that names what is wrong and that
 * no value has, so that the code that makes the claim does not compile.
 */
export type Checked<Whole, Host> = [Strange<Whole, Host>] extends [never]
  ? Host extends Claimed<Whole, Host>
    ? unknown
    : { readonly doesNotFitElectron: Claimed<Whole, Host> }
  : { readonly unknownToElectron: Strange<Whole, Host> };

/**
 * Gives a class of the host the type of Electron's class. The compiler checks instances and
 * statics against electron.d.ts; what the class lacks throws at run time (refusal.ts), which is
 * what makes the wider type honest.
 */
export function electronClass<Whole extends { readonly prototype: object }>() {
  return <Host extends { readonly prototype: object }>(
    host: Host &
      Checked<Whole['prototype'], Host['prototype']> &
      Checked<Statics<Whole>, Statics<Host>>,
  ): Whole => host as unknown as Whole; // Checked proves what is there; the rest refuses
}

/** Gives an object of the host (an emitter, such as `app`) the type of Electron's object. */
export function electronObject<Whole extends object>() {
  return <Host extends object>(host: Host & Checked<Whole, Host>): Whole =>
    host as unknown as Whole; // Checked proves what is there; the rest refuses
}

/**
 * Gives a plain object of the host the type of Electron's module, and refuses the members it
 * lacks by name.
 *
 * @param label what refusals call the module
 */
export function electronModule<Whole extends object>(label: string, part: Partial<Whole>): Whole {
  return refuseTheRest(label, part) as Whole;
}

/**
 * Electron's event object: the first argument of most events.
 *
 * @param params what the event says besides, such as `{ url }`
 */
export function preventableEvent<Params extends object>(params: Params): Electron.Event<Params> {
  let isPrevented = false;
  const event = {
    preventDefault() {
      isPrevented = true;
    },
    get defaultPrevented() {
      return isPrevented;
    },
  };
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(params)) as typeof event &
    Params;
}
