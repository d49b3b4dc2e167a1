import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Source files that are mutated together, and the tests that must notice. Paths start at the project's root. */
export interface Area {
  /** A folder or a file. */
  readonly name: string;
  /** Its source files. */
  readonly files: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
}

/**
 * The files of main where a mistake lets something in or out, or loses a notification or a check, and the
 * tests that judge each. Tests that go through the whole program are left out: they notice much, but late.
 */
const mainFiles: Readonly<Record<string, readonly string[]>> = {
  'main/engine/delivery/token/token-answer.ts': [
    'test/unit/main/engine/delivery/{answers,token-answer}.test.ts',
  ],
  'main/engine/log/identity-redaction.ts': ['test/unit/main/engine/log/log.test.ts'],
  'main/engine/http-edge/connection-places.ts': [
    'test/integration/webhooks/{crowd,limits,requests}.test.ts',
    'test/unit/main/engine/http-edge/connection-places.test.ts',
  ],
  'main/engine/http-edge/host-name.ts': [
    'test/integration/webhooks/requests.test.ts',
    'test/unit/main/engine/webhooks/webhook-handlers.test.ts',
  ],
  'main/engine/notify/retrying-outbox.ts': ['test/unit/main/engine/notify/retrying-outbox.test.ts'],
  'main/engine/storage/outbox-repository.ts': [
    'test/contract/outbox.test.ts',
    // What had become of notifications at a time.
    'test/integration/recorder/rewind.test.ts',
    'test/unit/main/engine/storage/repositories.test.ts',
  ],
  'main/engine/watch/due-heap.ts': ['test/unit/main/engine/watch/due-heap.test.ts'],
  'main/engine/watch/rate-limiter.ts': [
    'test/unit/main/engine/watch/{rate-limiter,watcher-pace}.test.ts',
  ],
  'main/engine/watch/scheduler.ts': [
    'test/unit/main/engine/watch/{scheduler,watcher-pace}.test.ts',
  ],
  'main/engine/webhooks/http-server.ts': [
    'test/integration/webhooks/{guarded,limits,receiver,requests}.test.ts',
    'test/unit/main/engine/webhooks/http-server.test.ts',
  ],
  'main/engine/webhooks/receiver.ts': [
    'test/integration/webhooks/{limits,receiver}.test.ts',
    'test/unit/main/engine/webhooks/{receiver,webhook-handlers}.test.ts',
  ],
  'main/engine/webhooks/secrets.ts': ['test/unit/main/engine/webhooks/secrets.test.ts'],
  'main/engine/webhooks/signature.ts': ['test/unit/main/engine/webhooks/signature.test.ts'],
};

/** Tests beside those of the folder below test/unit that has the same name. */
const moreTests: Readonly<Record<string, readonly string[]>> = {
  'core/board': ['test/unit/core/{bridge/requests,forecast/grade}.test.ts'],
  'core/bridge': [
    'test/unit/main/engine/board/*.test.ts',
    'test/unit/main/desktop/bridge/*.test.ts',
  ],
  'core/delivery': [
    'test/unit/core/text/chinese-texts.test.ts',
    'test/unit/main/engine/diagnosis/diagnosis.test.ts',
  ],
  'core/notification': ['test/unit/main/engine/notify/*.test.ts'],
  // What an answer withholds of names, numbers and addresses.
  'core/order': ['test/unit/main/engine/watch/withheld.test.ts'],
  // What people read of decisions, and what a saved recording says and lets in.
  'core/recording': [
    'test/integration/recorder/{recording,why}.test.ts',
    'test/unit/main/engine/replay/recording-file.test.ts',
  ],
  'core/settings': [
    // Which settings stay in a recording.
    'test/unit/core/recording/redaction.test.ts',
    'test/unit/main/engine/launch/policy-file.test.ts',
  ],
  'core/text': [
    'test/unit/core/notification/no-phone-numbers.test.ts',
    'test/unit/core/privacy/*.test.ts',
    'test/unit/core/wire/wire-order.test.ts',
  ],
  'core/watch': ['test/unit/main/engine/notify/{learned-rules,wait-notifications}.test.ts'],
  // Not what plays all orders of events, too slowly to be asked about each mutant.
  'core/webhook': ['test/unit/main/engine/webhooks/!(interleavings).test.ts'],
};

const leftOut: readonly string[] = [
  // They hold bounds of size with megabytes, too slowly to be asked about each mutant.
  'hostile-files.test.ts',
  'hostile-paste.test.ts',
  'large-lists.test.ts',
  // It sets the time zone of its process; Stryker runs tests in threads, which have none of their own.
  'day-zones.test.ts',
];

function coreArea(name: string): Area {
  const own = `test/unit/${name}`;
  const tests = readdirSync(join(root, own))
    .filter((file) => file.endsWith('.test.ts') && !leftOut.includes(file))
    .map((file) => `${own}/${file}`);
  return {
    name,
    files: readdirSync(join(root, name)).map((file) => `${name}/${file}`),
    tests: [...tests, ...(moreTests[name] ?? [])],
  };
}

/** Everything that is mutated: the core folder by folder, and files of main. */
export function areas(): readonly Area[] {
  const core = readdirSync(join(root, 'core'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => coreArea(`core/${name}`));
  const main = Object.entries(mainFiles).map(([file, tests]) => ({
    name: file,
    files: [file],
    tests,
  }));
  return [...core, ...main];
}

/**
 * The part of an area that was asked for: all of it when a target names it or a folder above it, the
 * named files alone otherwise, nothing when no target is in it. No target at all asks for everything.
 *
 * @param targets folders and files, such as `core/paste` and `main/engine/webhooks/signature.ts`
 */
export function filesAskedFor({ files }: Area, targets: readonly string[]): readonly string[] {
  if (targets.length === 0) return files;
  const names = targets.map((target) => target.replace(/\/$/, ''));
  return files.filter((file) => names.some((name) => file === name || file.startsWith(`${name}/`)));
}
