import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Source files that are mutated together, and the tests that must notice. Paths start at the project's root. */
export interface Area {
  /** A folder. */
  readonly name: string;
  /** Its source files. */
  readonly files: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
}

/** What of main is mutated: where a mistake lets something in or out, or loses a notification. */
const mainFiles: Readonly<Record<string, readonly string[]>> = {
  'main/log': ['identity-redaction.ts'],
  'main/notify': ['retrying-outbox.ts'],
  'main/storage': ['outbox-repository.ts'],
  'main/watch': ['due-heap.ts', 'rate-limiter.ts', 'scheduler.ts'],
  'main/webhooks': ['http-server.ts', 'receiver.ts', 'signature.ts'],
};

/** Tests beside those of the area's own folder below test/unit, which always judge it. */
const moreTests: Readonly<Record<string, readonly string[]>> = {
  'core/bridge': ['test/unit/main/board/*.test.ts', 'test/unit/main/desktop/bridge/*.test.ts'],
  'core/delivery': [
    'test/unit/core/text/chinese-words.test.ts',
    'test/unit/main/diagnosis/diagnosis.test.ts',
  ],
  'core/notification': ['test/unit/main/notify/*.test.ts'],
  'core/watch': ['test/unit/main/notify/{learned-rules,wait-notifications}.test.ts'],
  'core/webhook': ['test/unit/main/webhooks/*.test.ts'],
  'main/notify': ['test/contract/outbox.test.ts'],
  'main/storage': ['test/contract/outbox.test.ts'],
  'main/webhooks': ['test/integration/webhooks/{receiver,limits,keychain}.test.ts'],
};

/** They hold bounds of size with megabytes, too slowly to be asked about each mutant. */
const tooSlow = ['hostile-files.test.ts', 'hostile-paste.test.ts', 'large-lists.test.ts'];

function area(name: string, files: readonly string[]): Area {
  const own = join('test/unit', name);
  const tests = readdirSync(join(root, own))
    .filter((file) => file.endsWith('.test.ts') && !tooSlow.includes(file))
    .map((file) => `${own}/${file}`);
  return {
    name,
    files: files.map((file) => `${name}/${file}`),
    tests: [...tests, ...(moreTests[name] ?? [])],
  };
}

/** Everything that is mutated, folder by folder. */
export function areas(): readonly Area[] {
  const core = readdirSync(join(root, 'core'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => area(`core/${name}`, readdirSync(join(root, 'core', name))));
  return [...core, ...Object.entries(mainFiles).map(([name, files]) => area(name, files))];
}

/**
 * The part of an area that somebody asked for: all of it when a target names it or a folder above it, the
 * named files alone otherwise, nothing when no target is in it. No target at all asks for everything.
 *
 * @param targets folders and files, such as `core/paste` and `main/webhooks/signature.ts`
 */
export function filesAskedFor({ files }: Area, targets: readonly string[]): readonly string[] {
  if (targets.length === 0) return files;
  const names = targets.map((target) => target.replace(/\/$/, ''));
  return files.filter((file) => names.some((name) => file === name || file.startsWith(`${name}/`)));
}
