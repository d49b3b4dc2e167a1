import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { longestWebhookSecret } from '../../../core/webhook/webhook-limits.ts';

/** Where the secrets are kept as one text; main/engine/credentials fits it. */
export interface SecretKeeper {
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
  /** Erasing what is not there is no error. */
  erase(): Promise<void>;
}

/** Three secrets are valid at the same time, so that one can be replaced without losing a webhook. */
const mostProofs = 3;

const stored = z.object({
  /** The secret part of the path: 128 bits in hex, unless the command line was given another. */
  path: z.string().regex(/^[0-9a-zA-Z_-]{16,100}$/),
  /** Signing secrets or fixed values, the newest first. */
  proofs: z.array(z.string().min(1).max(longestWebhookSecret)).max(mostProofs),
});

type StoredSecrets = z.infer<typeof stored>;

/** What one run is given in place of what is kept, each by itself. It is never written down. */
export interface GivenSecrets {
  readonly path: string | null;
  /** A signing secret or a fixed value. */
  readonly proof: string | null;
}

/** The secrets of the receiver: read once, written before they count. */
export class WebhookSecrets {
  readonly #keeper: SecretKeeper;
  readonly #given: GivenSecrets;
  #kept: StoredSecrets | null = null;

  constructor(keeper: SecretKeeper, given: GivenSecrets = { path: null, proof: null }) {
    this.#keeper = keeper;
    this.#given = given;
  }

  /** What counts now; null while there is no path. */
  get current(): StoredSecrets | null {
    const { path: givenPath, proof } = this.#given;
    const path = givenPath ?? this.#kept?.path;
    if (path === undefined) return null;
    return { path, proofs: proof === null ? (this.#kept?.proofs ?? []) : [proof] };
  }

  /**
   * Reads what is needed and not given, and draws a path when there is none yet.
   *
   * @param isProofAsked whether senders have to prove who they are
   * @throws what the keychain throws
   */
  async open(isProofAsked: boolean): Promise<void> {
    const { path, proof } = this.#given;
    if (path !== null && (proof !== null || !isProofAsked)) return;
    this.#kept ??= parsed(await this.#keeper.read());
    if (this.current === null) await this.#keep({ path: newPath(), proofs: [] });
  }

  /** Draws another path; requests to the one before are refused from then on. */
  async changePath(): Promise<void> {
    const { proofs } = await this.#read();
    await this.#keep({ path: newPath(), proofs });
  }

  /** @param keepsOlder whether earlier secrets stay valid beside it, three in all */
  async addProof(proof: string, keepsOlder: boolean): Promise<void> {
    const { path, proofs } = await this.#read();
    const older = keepsOlder ? proofs.filter((one) => one !== proof) : [];
    await this.#keep({ path, proofs: [proof, ...older].slice(0, mostProofs) });
  }

  /** Erases everything; the next {@link open} draws another path. @throws what the keychain throws */
  async erase(): Promise<void> {
    await this.#keeper.erase();
    this.#kept = null;
  }

  /** Keeps only the newest secret valid. */
  async forgetOlder(): Promise<void> {
    const { path, proofs } = await this.#read();
    if (proofs.length > 1) await this.#keep({ path, proofs: proofs.slice(0, 1) });
  }

  async #read(): Promise<StoredSecrets> {
    await this.open(true);
    return this.#kept ?? { path: newPath(), proofs: [] };
  }

  async #keep(secrets: StoredSecrets): Promise<void> {
    await this.#keeper.write(JSON.stringify(secrets));
    this.#kept = secrets;
  }
}

/** A path of 128 random bits, which cannot be guessed. */
export function newPath(): string {
  return randomBytes(16).toString('hex');
}

function parsed(text: string | null): StoredSecrets | null {
  if (text === null) return null;
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
