import type { Clock } from '../../../core/clock.ts';
import type { BusReply, BusSignal, SessionBus } from './session-bus.ts';
import { theBus } from './session-bus.ts';

/** What {@link ScreenSavers} needs. */
export interface ScreenSaversParts {
  readonly bus: SessionBus;
  readonly clock: Clock;
  readonly changed: (state: ScreenSaverState) => void;
}

/** What the screen savers of the desktop say together. */
export type ScreenSaverState =
  /** One of them says that it covers the screen. */
  | 'active'
  /** None says so, and one has not answered yet. It answers, or its time is over, within seconds. */
  | 'awaited'
  /** At least one said that it does not, and none says that it does. */
  | 'inactive'
  /** None has ever said anything. */
  | 'silent';

/** One of the names, and the program that has it. */
interface ScreenSaver {
  /** Its interface is named like it. */
  readonly name: string;
  /** The unique name of the program; null while there is none. */
  owner: string | null;
  /** What it said last; null when it has said nothing. */
  isActive: boolean | null;
  /** What is being asked at the moment; an answer to anything else is void. */
  question: symbol | null;
}

/** Those that Chromium asks too (ui/base/idle/idle_linux.cc). */
const names = [
  // Plasma, light-locker, xscreensaver; that of GNOME's settings daemon refuses the question.
  'org.freedesktop.ScreenSaver',
  'org.cinnamon.ScreenSaver',
  'org.gnome.ScreenSaver',
  'org.mate.ScreenSaver',
  'org.xfce.ScreenSaver',
] as const;

/** The bus itself answers at once; the first question includes connecting to it. */
const findWithinMs = 5000;
/** A shell that is just starting takes longer than one that runs. */
const answerWithinMs = 2000;
/** After a bus that did not let us in, or did not answer. */
const nextTryAfterMs = 60_000;

/**
 * Follows the programs that cover or lock the screen of a Linux desktop, from the start and whenever one comes or goes.
 * None is started by being asked: the question goes to the unique name of a program that runs. What is no boolean, and
 * what comes from a program that does not have the name, says nothing. A program that is gone covers nothing any more.
 */
export class ScreenSavers {
  readonly #parts: ScreenSaversParts;
  readonly #savers: readonly ScreenSaver[] = names.map((name) => ({
    name,
    owner: null,
    isActive: null,
    question: null,
  }));
  #hasSpoken = false;
  #announcedState: ScreenSaverState = 'silent';
  #stopWaiting: (() => void) | null = null;

  constructor(parts: ScreenSaversParts) {
    this.#parts = parts;
    parts.bus.listen({
      rules: names.flatMap((name) => [
        `type='signal',sender='${theBus.destination}',interface='${theBus.interface}',member='NameOwnerChanged',arg0='${name}'`,
        `type='signal',sender='${name}',interface='${name}',member='ActiveChanged'`,
      ]),
      received: (signal) => this.#received(signal),
      ended: () => this.#findAll(),
      lost: () => this.#findAll(),
    });
    this.#findAll();
  }

  get state(): ScreenSaverState {
    if (this.#savers.some(({ isActive }) => isActive === true)) return 'active';
    if (this.#savers.some(({ question }) => question !== null)) return 'awaited';
    return this.#hasSpoken ? 'inactive' : 'silent';
  }

  /** Asks anew who there is. What each said last stands until it is known who has the name. */
  #findAll(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    // All of them are open before the first is answered.
    const question = Symbol('owner');
    for (const saver of this.#savers) saver.question = question;
    for (const saver of this.#savers) this.#find(saver, question);
    this.#tell();
  }

  #find(saver: ScreenSaver, question: symbol): void {
    this.#parts.bus.call(
      { ...theBus, member: 'GetNameOwner', signature: 's', args: [saver.name] },
      findWithinMs,
      (reply) => {
        if (saver.question !== question) return;
        const owner = reply.kind === 'answer' ? reply.args[0] : null;
        this.#owned(saver, owner);
        if (reply.kind === 'unsent' || reply.kind === 'unanswered') this.#tryLater();
      },
    );
  }

  #tryLater(): void {
    this.#stopWaiting ??= this.#parts.clock.schedule(() => this.#findAll(), nextTryAfterMs);
  }

  /** @param owner as the bus says: a unique name, or an empty text for none */
  #owned(saver: ScreenSaver, owner: unknown): void {
    saver.isActive = null;
    saver.question = null;
    saver.owner = typeof owner === 'string' && owner.startsWith(':') ? owner : null;
    if (saver.owner !== null) this.#ask(saver, saver.owner, pathsOf(saver.name));
    this.#tell();
  }

  /** Asks at the first path, and at the next one where the program refuses. */
  #ask(saver: ScreenSaver, owner: string, [path, ...others]: readonly string[]): void {
    if (path === undefined) {
      saver.question = null;
      return;
    }
    const question = Symbol('active');
    saver.question = question;
    this.#parts.bus.call(
      { destination: owner, path, interface: saver.name, member: 'GetActive' },
      answerWithinMs,
      (reply) => {
        if (saver.question !== question) return;
        if (reply.kind === 'answer') this.#answered(saver, reply);
        else if (reply.kind === 'refusal') this.#ask(saver, owner, others);
        else saver.question = null;
        this.#tell();
      },
      (answer) => {
        if (saver.owner !== owner || saver.isActive !== null) return;
        this.#answered(saver, answer);
        this.#tell();
      },
    );
  }

  #answered(saver: ScreenSaver, { args: [isActive] }: BusReply & { kind: 'answer' }): void {
    saver.question = null;
    if (typeof isActive !== 'boolean') return;
    saver.isActive = isActive;
    this.#hasSpoken = true;
  }

  #received({ args, interface: of, member, sender }: BusSignal): void {
    const [first, , third] = args;
    if (of === theBus.interface && sender === theBus.destination) {
      const changed = this.#savers.find(({ name }) => name === first);
      if (member === 'NameOwnerChanged' && changed !== undefined) this.#owned(changed, third);
      return;
    }
    const saver = this.#savers.find(({ name, owner }) => name === of && owner === sender);
    if (saver === undefined || member !== 'ActiveChanged' || typeof first !== 'boolean') return;
    // Newer than what it is being asked for.
    this.#answered(saver, { kind: 'answer', sender, args: [first] });
    this.#tell();
  }

  #tell(): void {
    const { state } = this;
    if (state === this.#announcedState) return;
    this.#announcedState = state;
    this.#parts.changed(state);
  }
}

/** Where the object may be: by the name, as nearly all have it; where Plasma had it first; where MATE had it. */
function pathsOf(name: string): readonly string[] {
  return [`/${name.replaceAll('.', '/')}`, '/ScreenSaver', '/'];
}
