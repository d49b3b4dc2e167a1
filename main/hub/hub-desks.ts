import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { DeskRecord, DeskRole, TeamDesk } from '../../core/team/desk.ts';
import type { SaidPresence } from '../../core/team/presence.ts';
import type { DeskEvent } from '../../core/team/team-event.ts';
import type { Clock } from '../../core/clock.ts';
import type { LogWriter } from './log-writer.ts';
import type { Asker, HubDesks } from './ports.ts';
import { deskKey, type TeamView } from './team-view.ts';

/** How long an invitation is good for. */
const invitedForMs = 10 * 60_000;

/** Letters and digits that are not taken for one another when they are read aloud. */
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Twelve of them are 59 bits, too many to find one within ten minutes. */
const codeLength = 12;

/** What a desk said is forgotten so long after it left. */
export const wordsKeptMs = 60 * 60_000;
/** A state that is said to last longer counts as this long. */
const longestSaidMs = 24 * 60 * 60_000;

/**
 * What a desk said of who is at it. Its times are on the monotonic clock: a wall clock that is set back would make a
 * desk that was left look as if it had just been.
 */
export interface SaidWord extends Pick<SaidPresence, 'state' | 'answers' | 'hasMoreAnswers'> {
  /** Counts what was said at this hub. */
  readonly no: number;
  readonly saidAtMs: number;
  /** Since when the state is so. */
  readonly sinceMs: number;
}

/** What {@link TeamDesks} works with. */
export interface TeamDesksParts {
  readonly view: TeamView;
  readonly writer: LogWriter;
  readonly clock: Clock;
}

/**
 * The desks of a team, their invitations and their tokens. The log holds only the SHA-256 of a code or a token.
 * Both are random and long, so they cannot be guessed from their hashes.
 */
export class TeamDesks implements HubDesks {
  readonly #parts: TeamDesksParts;
  /** How many streams each desk has here. */
  readonly #streams = new Map<string, number>();
  readonly #said = new Map<string, SaidWord>();
  #saidCount = 0;
  readonly #revokedListeners = new Set<(deskId: string) => void>();
  /** The desks by the hash of their token: one look-up, so that its time tells nothing of a token. */
  #byToken = new Map<string, DeskRecord>();

  constructor(parts: TeamDesksParts) {
    this.#parts = parts;
    parts.view.onEntries((_entries, desks) => {
      if (desks.length > 0) this.#desksChanged(desks);
    });
  }

  /** The log was read: its desks are known from now on. */
  started(): void {
    this.#desksChanged([]);
  }

  /** The desks that have a stream here. */
  get hereIds(): readonly string[] {
    return [...this.#streams.keys()];
  }

  /** What desks said here of who is at them, those that left lately too. */
  get saidHere(): ReadonlyMap<string, SaidWord> {
    const fromMs = this.#parts.clock.monotonicMs() - wordsKeptMs;
    for (const [id, { saidAtMs }] of this.#said) {
      if (saidAtMs < fromMs && !this.#streams.has(id)) this.#said.delete(id);
    }
    return this.#said;
  }

  list(): readonly Omit<TeamDesk, 'isHere' | 'presence'>[] {
    return this.#joined().map(({ id, name, role }) => ({ id, name, role }));
  }

  said(deskId: string, { forMs, state, ...rest }: SaidPresence): void {
    const nowMs = this.#parts.clock.monotonicMs();
    const before = this.#said.get(deskId);
    const isAsBefore = before?.state === state;
    const sinceMs = isAsBefore ? before.sinceMs : nowMs - Math.min(forMs, longestSaidMs);
    this.#saidCount += 1;
    this.#said.set(deskId, { ...rest, no: this.#saidCount, saidAtMs: nowMs, state, sinceMs });
  }

  async invite(name: string, role: DeskRole): Promise<{ readonly code: string } | 'taken'> {
    const { clock, view, writer } = this.#parts;
    const nowMs = clock.wallMs();
    const code = Array.from(
      { length: codeLength },
      () => codeLetters[randomInt(codeLetters.length)],
    ).join('');
    const known = [...view.desks.values()].find((desk) => isNamed(desk, name));
    // A desk whose code ran out may be invited again.
    const id = known !== undefined && !isAccepted(known, nowMs) ? known.id : randomUUID();
    let wasAccepted = false;
    await writer.write(deskKey(id), `invite.${randomUUID()}`, () => {
      wasAccepted = [...view.desks.values()].some(
        (desk) => isNamed(desk, name) && isAccepted(desk, nowMs),
      );
      if (wasAccepted) return null;
      const desk: DeskRecord = {
        id,
        name,
        role,
        keptAtMs: nowMs,
        invitation: { codeHash: hashOf(code), expiresAtMs: nowMs + invitedForMs },
        tokenHash: null,
        joinedAtMs: null,
        revokedAtMs: null,
      };
      return { desk } satisfies DeskEvent;
    });
    return wasAccepted
      ? 'taken'
      : { code: `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` };
  }

  async join(code: string): Promise<{ readonly token: string; readonly desk: Asker } | null> {
    const { clock, view, writer } = this.#parts;
    const codeHash = hashOf(code.toUpperCase().replace(/[^A-Z\d]/g, ''));
    const nowMs = clock.wallMs();
    const isInvited = ({ invitation }: DeskRecord): boolean =>
      invitation !== null && invitation.codeHash === codeHash && nowMs < invitation.expiresAtMs;
    if (![...view.desks.values()].some(isInvited)) await view.caughtUp();
    const invited = [...view.desks.values()].find(isInvited);
    if (invited === undefined) return null;
    const token = randomBytes(32).toString('base64url');
    let isIn = false;
    await writer.write(deskKey(invited.id), `join.${codeHash}.${hashOf(token)}`, () => {
      const desk = view.desks.get(invited.id);
      isIn = desk !== undefined && isInvited(desk);
      if (desk === undefined || !isIn) return null;
      const joined = {
        ...desk,
        invitation: null,
        tokenHash: hashOf(token),
        joinedAtMs: nowMs,
        keptAtMs: nowMs,
      };
      return { desk: joined } satisfies DeskEvent;
    });
    return isIn ? { token, desk: askerOf(invited) } : null;
  }

  async revoke(name: string): Promise<boolean> {
    const { clock, view, writer } = this.#parts;
    const known = [...view.desks.values()].filter(
      (desk) => isNamed(desk, name) && desk.revokedAtMs === null,
    );
    for (const { id } of known) {
      await writer.write(deskKey(id), `revoke.${randomUUID()}`, () => {
        const desk = view.desks.get(id);
        if (desk === undefined || desk.revokedAtMs !== null) return null;
        const nowMs = clock.wallMs();
        const revoked = { invitation: null, tokenHash: null, revokedAtMs: nowMs, keptAtMs: nowMs };
        return { desk: { ...desk, ...revoked } } satisfies DeskEvent;
      });
    }
    return known.length > 0;
  }

  deskOf(token: string): Asker | null {
    const desk = this.#byToken.get(hashOf(token));
    return desk === undefined ? null : askerOf(desk);
  }

  onRevoked(listener: (deskId: string) => void): () => void {
    this.#revokedListeners.add(listener);
    return () => {
      this.#revokedListeners.delete(listener);
    };
  }

  connected(deskId: string): () => void {
    this.#streams.set(deskId, (this.#streams.get(deskId) ?? 0) + 1);
    return () => {
      const count = (this.#streams.get(deskId) ?? 0) - 1;
      if (count > 0) this.#streams.set(deskId, count);
      else this.#streams.delete(deskId);
    };
  }

  #joined(): readonly DeskRecord[] {
    return [...this.#parts.view.desks.values()].filter(({ tokenHash }) => tokenHash !== null);
  }

  #desksChanged(ids: readonly string[]): void {
    this.#byToken = new Map(this.#joined().map((desk) => [desk.tokenHash ?? '', desk]));
    for (const id of ids) {
      if (this.#parts.view.desks.get(id)?.revokedAtMs == null) continue;
      for (const listener of this.#revokedListeners) listener(id);
    }
  }
}

function askerOf({ id, name, role }: DeskRecord): Asker {
  return { id, name, role };
}

function isNamed(desk: DeskRecord, name: string): boolean {
  return desk.name.toLowerCase() === name.toLowerCase();
}

/** Whether the name of this desk cannot be given to another. */
function isAccepted({ invitation, tokenHash }: DeskRecord, nowMs: number): boolean {
  return tokenHash !== null || (invitation !== null && nowMs < invitation.expiresAtMs);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
