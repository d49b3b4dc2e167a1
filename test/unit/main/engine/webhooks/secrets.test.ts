import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newPath, WebhookSecrets } from '../../../../../main/engine/webhooks/secrets.ts';
import type { GivenSecrets, SecretKeeper } from '../../../../../main/engine/webhooks/secrets.ts';
import { spiedRandomBytes } from '../../../../support/webhooks/spied-crypto.ts';

const random = spiedRandomBytes();

/** What the system's random numbers were, in hex. */
function drawn(): readonly string[] {
  return random.mock.results.map(({ value }) =>
    Buffer.isBuffer(value) ? value.toString('hex') : '',
  );
}

/** A keychain's entry. */
class Keychain implements SecretKeeper {
  text: string | null;
  reads = 0;
  writes = 0;
  isLocked = false;

  constructor(kept: object | string | null = null) {
    this.text = kept === null || typeof kept === 'string' ? kept : JSON.stringify(kept);
  }

  get kept(): unknown {
    return this.text === null ? null : JSON.parse(this.text);
  }

  async read(): Promise<string | null> {
    this.#unlocked();
    this.reads += 1;
    return this.text;
  }

  async write(text: string): Promise<void> {
    this.#unlocked();
    this.writes += 1;
    this.text = text;
  }

  async erase(): Promise<void> {
    this.#unlocked();
    this.text = null;
  }

  #unlocked(): void {
    if (this.isLocked) throw new Error('locked');
  }
}

const path = '0123456789abcdef0123456789abcdef';
const kept = { path, proofs: ['new', 'old'] };

async function opened(
  keychain: Keychain,
  given?: GivenSecrets,
  isProofAsked = true,
): Promise<WebhookSecrets> {
  const secrets = new WebhookSecrets(keychain, given);
  await secrets.open(isProofAsked);
  return secrets;
}

describe('a path that is drawn', () => {
  it('is 128 bits of the system’s random numbers and of nothing else', () => {
    const others = [
      vi.spyOn(Math, 'random').mockReturnValue(0.5),
      vi.spyOn(Date, 'now').mockReturnValue(0),
    ];
    onTestFinished(() => {
      for (const other of others) other.mockRestore();
    });
    random.mockClear();
    const paths = Array.from({ length: 50 }, () => newPath());
    expect(paths).toEqual(drawn());
    expect(new Set(paths).size).toBe(50);
    expect(paths[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is written before it counts, and is another one for each profile', async () => {
    const one = new Keychain();
    const other = new Keychain();
    const secrets = [await opened(one), await opened(other)];
    const paths = secrets.map(({ current }) => current?.path);
    expect(new Set(paths).size).toBe(2);
    expect([one.kept, other.kept]).toEqual(paths.map((each) => ({ path: each, proofs: [] })));
  });
});

describe('what the keychain has', () => {
  it('is read once and counts', async () => {
    const keychain = new Keychain(kept);
    const secrets = new WebhookSecrets(keychain);
    expect(secrets.current).toBeNull();
    await secrets.open(true);
    await secrets.open(true);
    expect(secrets.current).toEqual(kept);
    expect([keychain.reads, keychain.writes]).toEqual([1, 0]);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no path', { proofs: [] }],
    ['a path of fifteen letters', { path: path.slice(0, 15), proofs: [] }],
    ['a path of more than a hundred letters', { path: 'a'.repeat(101), proofs: [] }],
    ['a path that leads elsewhere', { path: `${path}/../x`, proofs: [] }],
    ['a path of two lines', { path: `${path}\n`, proofs: [] }],
    ['an empty secret', { path, proofs: [''] }],
    ['a secret that is too long', { path, proofs: ['x'.repeat(301)] }],
    ['four secrets', { path, proofs: ['a', 'b', 'c', 'd'] }],
  ])('but with %s a new path is drawn, and no secret counts', async (_name, text) => {
    const keychain = new Keychain(text);
    const { current } = await opened(keychain);
    expect(current).toEqual({ path: drawn().at(-1), proofs: [] });
    expect(keychain.kept).toEqual(current);
  });

  it.each([
    ['a path of sixteen letters', { path: 'aZ09_-aZ09_-aZ09', proofs: [] }],
    ['a path of a hundred letters', { path: 'a'.repeat(100), proofs: [] }],
    ['three secrets of the greatest length', { path, proofs: ['a', 'b', 'x'.repeat(300)] }],
  ])('counts with %s', async (_name, whole) => {
    expect((await opened(new Keychain(whole))).current).toEqual(whole);
  });

  it('does not count while the keychain is locked, and no path is drawn', async () => {
    const keychain = new Keychain(kept);
    keychain.isLocked = true;
    const secrets = new WebhookSecrets(keychain);
    await expect(secrets.open(false)).rejects.toThrow('locked');
    expect(secrets.current).toBeNull();
    keychain.isLocked = false;
    await secrets.open(false);
    expect(secrets.current).toEqual(kept);
  });
});

describe('changing it', () => {
  it('another path leaves the secrets', async () => {
    const keychain = new Keychain(kept);
    const secrets = await opened(keychain);
    await secrets.changePath();
    expect(secrets.current).toEqual({ path: drawn().at(-1), proofs: kept.proofs });
    expect(keychain.kept).toEqual(secrets.current);
  });

  it('a secret comes first, and the ones before it stay only if so wished, three in all', async () => {
    const keychain = new Keychain(kept);
    const secrets = await opened(keychain);
    await secrets.addProof('newer', true);
    expect(secrets.current).toEqual({ path, proofs: ['newer', 'new', 'old'] });
    await secrets.addProof('newest', true);
    expect(secrets.current?.proofs).toEqual(['newest', 'newer', 'new']);
    await secrets.addProof('new', true);
    expect(secrets.current?.proofs).toEqual(['new', 'newest', 'newer']);
    await secrets.addProof('only', false);
    expect(secrets.current).toEqual({ path, proofs: ['only'] });
    expect(keychain.kept).toEqual(secrets.current);
  });

  it('a secret that is added again counts once', async () => {
    const secrets = await opened(new Keychain(kept));
    await secrets.addProof('old', true);
    expect(secrets.current?.proofs).toEqual(['old', 'new']);
  });

  it('a secret can be added before the receiver was ever on', async () => {
    const keychain = new Keychain();
    await new WebhookSecrets(keychain).addProof('first', true);
    expect(keychain.kept).toEqual({ path: drawn().at(-1), proofs: ['first'] });
  });

  it('the older secrets are forgotten, and the newest stays', async () => {
    const keychain = new Keychain(kept);
    const secrets = new WebhookSecrets(keychain);
    await secrets.forgetOlder();
    expect(secrets.current).toEqual({ path, proofs: ['new'] });
    expect(keychain.kept).toEqual(secrets.current);
    await secrets.forgetOlder();
    expect(keychain.writes).toBe(1);
  });

  it('what the keychain does not accept does not count', async () => {
    const keychain = new Keychain(kept);
    const secrets = await opened(keychain);
    keychain.isLocked = true;
    await expect(secrets.changePath()).rejects.toThrow('locked');
    await expect(secrets.addProof('x', false)).rejects.toThrow('locked');
    await expect(secrets.forgetOlder()).rejects.toThrow('locked');
    await expect(secrets.erase()).rejects.toThrow('locked');
    expect(secrets.current).toEqual(kept);
  });

  it('what was erased counts no more, and the next path is another', async () => {
    const keychain = new Keychain(kept);
    const secrets = await opened(keychain);
    await secrets.erase();
    expect([secrets.current, keychain.text]).toEqual([null, null]);
    await secrets.open(true);
    expect(secrets.current).toEqual({ path: drawn().at(-1), proofs: [] });
  });
});

describe('what one run is given', () => {
  const givenPath = 'a-path-of-the-environment';

  it.each([
    ['a path, where no proof is asked for', { path: givenPath, proof: null }, false, []],
    ['both', { path: givenPath, proof: 'given' }, true, ['given']],
  ])('%s: the keychain is not asked', async (_name, given, isProofAsked, proofs) => {
    const keychain = new Keychain(kept);
    keychain.isLocked = true;
    const secrets = await opened(keychain, given, isProofAsked);
    expect(secrets.current).toEqual({ path: givenPath, proofs });
  });

  it('a path alone leaves the secrets of the keychain, and its path where it is', async () => {
    const keychain = new Keychain(kept);
    const secrets = await opened(keychain, { path: givenPath, proof: null });
    expect(secrets.current).toEqual({ path: givenPath, proofs: kept.proofs });
    expect(keychain.writes).toBe(0);
  });

  it('a path alone, where a proof is asked for and none is kept: nothing is written', async () => {
    const keychain = new Keychain();
    const secrets = await opened(keychain, { path: givenPath, proof: null });
    expect(secrets.current).toEqual({ path: givenPath, proofs: [] });
    expect(keychain.text).toBeNull();
  });

  it('a secret alone is the only one, at the path of the keychain', async () => {
    const keychain = new Keychain(kept);
    const secrets = await opened(keychain, { path: null, proof: 'given' });
    expect(secrets.current).toEqual({ path, proofs: ['given'] });
    expect(keychain.writes).toBe(0);
  });

  it('a secret is never written, not even with a path that is drawn', async () => {
    const keychain = new Keychain();
    const secrets = await opened(keychain, { path: null, proof: 'given' });
    expect(secrets.current).toEqual({ path: drawn().at(-1), proofs: ['given'] });
    expect(keychain.kept).toEqual({ path: drawn().at(-1), proofs: [] });
  });

  it.each([
    ['none', null, ['added']],
    ['some', kept, ['added', 'new', 'old']],
  ])(
    'a path leaves what is kept to be changed, where there is %s yet',
    async (_name, before, proofs) => {
      const keychain = new Keychain(before);
      const secrets = await opened(keychain, { path: givenPath, proof: null }, false);
      await secrets.addProof('added', true);
      expect(secrets.current).toEqual({ path: givenPath, proofs });
      expect(keychain.kept).toEqual({ path: before?.path ?? drawn().at(-1), proofs });
    },
  );
});
