import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { longestWebhookSecret } from '../../core/webhook/webhook-limits.ts';

/** Where the secrets are kept as one text; main/credentials fits it. */
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

/** The secrets of the receiver: read once, written before they count. */
export class WebhookSecrets {
  readonly #keeper: SecretKeeper;
  #current: StoredSecrets | null = null;

  constructor(keeper: SecretKeeper) {
    this.#keeper = keeper;
  }

  /** Null until {@link open}. */
  get current(): StoredSecrets | null {
    return this.#current;
  }

  /** Reads the secrets, or draws a path when there is none yet. @throws what the keychain throws */
  async open(): Promise<StoredSecrets> {
    if (this.#current !== null) return this.#current;
    const kept = parsed(await this.#keeper.read());
    if (kept === null) return this.#keep({ path: newPath(), proofs: [] });
    this.#current = kept;
    return kept;
  }

  /** Draws another path; requests to the one before are refused from then on. */
  async changePath(): Promise<void> {
    const { proofs } = await this.open();
    await this.#keep({ path: newPath(), proofs });
  }

  /** @param keepsOlder whether earlier secrets stay valid beside it, three in all */
  async addProof(proof: string, keepsOlder: boolean): Promise<void> {
    const { path, proofs } = await this.open();
    const older = keepsOlder ? proofs.filter((one) => one !== proof) : [];
    await this.#keep({ path, proofs: [proof, ...older].slice(0, mostProofs) });
  }

  /** Erases everything; the next {@link open} draws another path. @throws what the keychain throws */
  async erase(): Promise<void> {
    await this.#keeper.erase();
    this.#current = null;
  }

  /** Keeps only the newest secret valid. */
  async forgetOlder(): Promise<void> {
    const { path, proofs } = await this.open();
    if (proofs.length > 1) await this.#keep({ path, proofs: proofs.slice(0, 1) });
  }

  async #keep(secrets: StoredSecrets): Promise<StoredSecrets> {
    await this.#keeper.write(JSON.stringify(secrets));
    this.#current = secrets;
    return secrets;
  }
}

function newPath(): string {
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
