import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Import, type SourceFile, sourceFiles } from './support/source/source-tree.ts';

const ourFolders = ['core', 'main', 'preload', 'renderer', 'simulator'];
const files = sourceFiles(ourFolders);
/** With the tools and the tests. */
const allFiles = [...files, ...sourceFiles(['tools', 'test'])];

/**
 * Who may import what. A target is a folder with a slash, the files right in a folder (`*`), a file,
 * or a package's name.
 */
interface Rule {
  /** The importing folder or file; the longest that fits is the one that counts. */
  readonly from: string;
  readonly mayImport: readonly string[];
  /** In types only: the interface that it fits, or that it is handed. */
  readonly mayImportTypes?: readonly string[];
}

/** The window's own libraries; none of them reaches Node or Electron. */
const windowPackages = [
  'react',
  'react-dom/',
  'zustand',
  'zustand/',
  '@base-ui/react/',
  '@tanstack/react-virtual',
];

const rules: readonly Rule[] = [
  { from: 'core/', mayImport: ['core/', 'zod'] },
  { from: 'main/engine/watch/', mayImport: ['core/', 'main/engine/watch/'] },
  {
    from: 'main/engine/notify/',
    mayImport: ['core/', 'main/engine/notify/'],
    mayImportTypes: ['main/engine/watch/ports.ts'],
  },
  {
    from: 'main/engine/board/',
    mayImport: ['core/', 'main/engine/board/'],
    mayImportTypes: ['main/engine/log/log.ts', 'main/engine/watch/ports.ts'],
  },
  {
    from: 'main/engine/connection/',
    mayImport: ['core/', 'main/engine/connection/', 'main/engine/credentials/credential-store.ts'],
    mayImportTypes: [
      'main/engine/launch/launch-options.ts',
      'main/engine/log/log.ts',
      'main/engine/watch/ports.ts',
    ],
  },
  {
    from: 'main/engine/delivery/',
    mayImport: ['core/', 'main/engine/delivery/', 'main/engine/storage/file/', 'undici', 'node:'],
    mayImportTypes: ['main/engine/watch/ports.ts', 'main/engine/connection/ports.ts'],
  },
  {
    from: 'main/engine/privacy/',
    mayImport: [
      'core/',
      'main/engine/privacy/',
      'main/engine/credentials/credential-store.ts',
      'node:crypto',
    ],
    mayImportTypes: ['main/engine/log/log.ts', 'main/engine/watch/ports.ts'],
  },
  {
    from: 'main/engine/recorder/',
    mayImport: ['core/', 'main/engine/notify/learned-rules.ts', 'main/engine/recorder/'],
    mayImportTypes: [
      'main/engine/notify/forecasts.ts',
      'main/engine/notify/ports.ts',
      'main/engine/watch/ports.ts',
      'zod',
    ],
  },
  {
    from: 'main/engine/replay/',
    mayImport: [
      'core/',
      'main/engine/notify/',
      'main/engine/recorder/',
      'main/engine/replay/',
      'main/engine/storage/stored-json.ts',
      // What a courier's move means is found by the watcher's own rules.
      'main/engine/watch/observation.ts',
      'main/engine/watch/order-limits.ts',
      'zod',
    ],
  },
  {
    from: 'main/engine/credentials/',
    mayImport: ['core/', 'main/engine/credentials/', '@napi-rs/keyring', 'node:crypto'],
  },
  {
    from: 'main/engine/storage/',
    mayImport: [
      'core/',
      'main/engine/storage/',
      'zod',
      'node:sqlite',
      'node:fs',
      'node:fs/',
      'node:os',
      'node:path',
      'node:crypto',
      'node:url',
      'node:zlib',
    ],
    mayImportTypes: [
      'main/engine/board/ports.ts',
      'main/engine/lines/ports.ts',
      'main/engine/connection/ports.ts',
      'main/engine/intake/ports.ts',
      'main/engine/notify/ports.ts',
      'main/engine/privacy/ports.ts',
      'main/engine/recorder/ports.ts',
      'main/engine/team/ports.ts',
      'main/engine/watch/ports.ts',
      'main/engine/webhooks/ports.ts',
    ],
  },
  {
    from: 'main/engine/http-edge/',
    mayImport: [
      'core/',
      'main/engine/http-edge/',
      'fastify',
      'node:http',
      'node:https',
      'node:net',
    ],
  },
  {
    from: 'main/engine/webhooks/',
    mayImport: [
      'core/',
      'main/engine/http-edge/',
      'main/engine/webhooks/',
      'main/engine/credentials/credential-store.ts',
      'fastify',
      'undici',
      'zod',
      'node:crypto',
      'node:net',
      'node:zlib',
    ],
    mayImportTypes: ['main/engine/log/log.ts'],
  },
  {
    from: 'main/hub/log/',
    mayImport: ['core/', 'main/hub/log/', 'undici', 'zod', 'node:crypto', 'node:sqlite'],
  },
  {
    from: 'main/hub/',
    mayImport: [
      'core/',
      'main/engine/http-edge/',
      'main/engine/storage/file/',
      'main/hub/*',
      'main/hub/http/',
      'main/hub/log/ports.ts',
      'fastify',
      'zod',
      'node:crypto',
      'node:http',
      'node:net',
      'node:fs',
      'node:process',
    ],
    mayImportTypes: [
      'main/engine/log/log.ts',
      'main/engine/watch/ports.ts',
      'main/engine/webhooks/ports.ts',
    ],
  },
  {
    from: 'main/engine/team/',
    mayImport: [
      'core/',
      'main/engine/team/',
      'main/engine/watch/',
      'main/engine/credentials/credential-store.ts',
      'undici',
      'zod',
      'node:crypto',
    ],
  },
  {
    from: 'main/engine/intake/',
    mayImport: ['core/', 'main/engine/intake/', 'node:fs', 'node:fs/', 'node:path'],
    mayImportTypes: ['main/engine/log/log.ts', 'main/engine/watch/ports.ts'],
  },
  {
    from: 'main/desktop/',
    mayImport: [
      'core/',
      'main/desktop/',
      'main/engine/launch/launch-options.ts',
      'main/engine/launch/profile-folder.ts',
      'main/engine/storage/file/',
      'main/engine/session-bus/',
      'electron',
      'electron-updater',
      'zod',
      'node:child_process',
      'node:crypto',
      'node:fs',
      'node:fs/',
      'node:net',
      'node:path',
      'node:url',
      // The size of what a second start hands over.
      'node:v8',
    ],
    mayImportTypes: [
      'main/engine/board/ports.ts',
      'main/engine/connection/ports.ts',
      'main/engine/log/log.ts',
      'main/engine/launch/named-orders.ts',
      'main/engine/launch/platform.ts',
      'main/engine/notify/ports.ts',
    ],
  },
  {
    from: 'main/engine/metrics/',
    mayImport: ['core/', 'main/engine/http-edge/', 'main/engine/metrics/', 'node:http'],
    mayImportTypes: ['main/engine/watch/ports.ts', 'node:net'],
  },
  {
    from: 'main/engine/heartbeat/',
    mayImport: [
      'core/',
      'main/engine/heartbeat/',
      'main/engine/credentials/credential-store.ts',
      'node:child_process',
    ],
    mayImportTypes: ['main/engine/log/log.ts', 'main/engine/watch/ports.ts'],
  },
  {
    from: 'main/engine/launch/',
    mayImport: ['core/', 'main/engine/launch/', 'main/engine/storage/file/', 'node:'],
  },
  {
    from: 'main/engine/lines/',
    mayImport: ['core/', 'main/engine/lines/', 'zod'],
    mayImportTypes: ['main/engine/watch/ports.ts'],
  },
  {
    from: 'main/engine/session-bus/',
    mayImport: ['core/', 'main/engine/session-bus/', 'dbus-native', 'node:'],
    mayImportTypes: ['main/engine/launch/platform.ts', 'main/engine/log/log.ts'],
  },
  {
    from: 'main/engine/log/',
    mayImport: ['core/', 'main/engine/log/', 'main/engine/storage/file/', 'node:'],
  },
  {
    from: 'main/engine/transfer/',
    mayImport: [
      'core/',
      'main/engine/storage/file/',
      'main/engine/storage/profile-files.ts',
      'main/engine/transfer/',
      'node:',
    ],
    mayImportTypes: ['main/'],
  },
  {
    from: 'main/engine/diagnosis/',
    mayImport: [
      'core/',
      'main/engine/diagnosis/',
      'main/engine/log/',
      'main/engine/transfer/text-file.ts',
      'node:',
    ],
    mayImportTypes: ['main/'],
  },
  // Each program has one place that knows its parts and joins them.
  { from: 'main/engine/*', mayImport: ['core/', 'main/engine/', 'node:'] },
  {
    from: 'main/hub/log/open-team-log.ts',
    mayImport: ['core/', 'main/engine/', 'main/hub/', 'node:'],
  },
  {
    from: 'main/cli/commands/',
    mayImport: ['core/', 'main/engine/', 'main/hub/', 'main/cli/', 'node:'],
  },
  {
    from: 'main/cli/*',
    mayImport: ['core/', 'main/engine/', 'main/hub/', 'main/cli/', 'commander', 'zod', 'node:'],
  },
  {
    from: 'main/desktop/*',
    mayImport: ['core/', 'main/engine/', 'main/cli/', 'main/desktop/', 'electron', 'zod', 'node:'],
  },
  { from: 'main/no-electron.d.ts', mayImport: [] },
  { from: 'preload/', mayImport: ['core/', 'preload/', 'electron'] },
  { from: 'renderer/', mayImport: ['core/', 'renderer/', ...windowPackages] },
  { from: 'simulator/', mayImport: ['core/', 'simulator/', 'seeds/', 'zod', 'node:'] },
  // The tests of the simulator ask it with clients of their own.
  {
    from: 'simulator/test/',
    mayImport: ['simulator/', 'seeds/', 'fast-check', 'undici', 'vitest', 'zod', 'node:'],
  },
];

function fits(target: string, pattern: string): boolean {
  if (pattern.endsWith('/*')) return dirname(target) === pattern.slice(0, -2);
  return pattern.endsWith('/') || pattern.endsWith(':')
    ? target.startsWith(pattern)
    : target === pattern;
}

function ruleFor(path: string): Rule | undefined {
  return rules
    .filter(({ from }) => fits(path, from))
    .toSorted((a, b) => b.from.length - a.from.length)[0];
}

function isAllowed({ target, isTypeOnly }: Import, rule: Rule): boolean {
  const types = isTypeOnly ? (rule.mayImportTypes ?? []) : [];
  return [...rule.mayImport, ...types].some((pattern) => fits(target, pattern));
}

/** Where some of the names are used, as `file: name`, outside the files that may. */
function usesOf(
  names: readonly string[],
  among: readonly SourceFile[],
  used: 'references' | 'words',
) {
  return among.flatMap((file) =>
    names.filter((name) => file[used].has(name)).map((name) => `${file.path}: ${name}`),
  );
}

function below(...folders: readonly string[]): readonly SourceFile[] {
  return files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
}

/** The strongly connected parts of a graph that hold more than one node (Tarjan 1972), sorted. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const place = order.size;
    order.set(node, place);
    let low = place;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === place) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

describe('who may import whom', () => {
  it('reads real imports', () => {
    const targets = files.flatMap(({ imports }) => imports.map(({ target }) => target));
    expect(targets).toContain('core/order/order-id.ts');
    expect(targets).toContain('zod');
  });

  it('every source file stands where a rule covers it', () => {
    expect(files.filter(({ path }) => !ruleFor(path)).map(({ path }) => path)).toEqual([]);
  });

  it('arrows point to the core, and the consumer owns the interface', () => {
    const refused = files.flatMap(({ path, imports }) => {
      const rule = ruleFor(path);
      return imports
        .filter((found) => rule && !isAllowed(found, rule))
        .map(({ target, isTypeOnly }) => `${path} -> ${target}${isTypeOnly ? ' (type)' : ''}`);
    });
    expect(refused).toEqual([]);
  });

  it('the desktop does not reach the engine of several hubs', () => {
    const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
    const reached = new Set(['main/desktop/index.ts']);
    for (const path of reached) {
      const real = (importsOf.get(path) ?? []).filter(({ isTypeOnly }) => !isTypeOnly);
      for (const { target } of real) reached.add(target);
    }
    expect(reached).toContain('undici');
    expect([...reached].filter((target) => target.startsWith('main/hub/log/'))).toEqual([]);
  });

  it('a type import of a role is no leave to import the code behind it', () => {
    const rule = ruleFor('main/engine/storage/watch-repository.ts');
    const role = { target: 'main/engine/watch/ports.ts', isTypeOnly: true };
    expect(rule && isAllowed(role, rule)).toBe(true);
    expect(rule && isAllowed({ ...role, isTypeOnly: false }, rule)).toBe(false);
  });
});

describe('a workspace', () => {
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));

  it.each(workspaces)('%s is known to other parts by what its package exports', (folder) => {
    const others = allFiles.filter(({ path }) => !path.startsWith(`${folder}/`));
    const reachingIn = others.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith(`${folder}/`))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(reachingIn).toEqual([]);
  });
});

describe('time, chance and the machine', () => {
  const timeAndChance = ['Date.now', 'new Date()', 'Math.random', 'performance.now'];
  const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
  const machine = [
    'fetch',
    'process',
    'console',
    'globalThis',
    'window',
    'document',
    'navigator',
    'localStorage',
    'crypto',
    'Buffer',
    'require',
  ];

  it('the core has none of them: they are handed in', () => {
    expect(usesOf([...timeAndChance, ...timers, ...machine], below('core/'), 'references')).toEqual(
      [],
    );
  });

  it('watching, notifying, recording and replaying know time by the clock alone', () => {
    const decided = below(
      'main/engine/watch/',
      'main/engine/notify/',
      'main/engine/board/',
      'main/engine/connection/',
      'main/engine/recorder/',
      'main/engine/replay/',
    ).filter(({ path }) => path !== 'main/engine/watch/system-clock.ts');
    expect(usesOf([...timeAndChance, ...timers], decided, 'references')).toEqual([]);
  });
});

describe('what a power cut may take', () => {
  it('is said by these alone: a new repository waits for the disk', () => {
    const sayers = files.filter(({ words }) => words.has('askedAgain')).map(({ path }) => path);
    expect(sayers.toSorted()).toEqual([
      'main/engine/storage/contract-note-repository.ts',
      'main/engine/storage/line-repository.ts',
      'main/engine/storage/outbox-repository.ts',
      'main/engine/storage/recording/recording-repository.ts',
      'main/engine/storage/sql.ts',
      'main/engine/storage/team/team-repository.ts',
      'main/engine/storage/watch-repository.ts',
    ]);
  });

  it('is, of the watch list, what a check brought', () => {
    const sayers = files.filter(({ words }) => words.has('canBeAskedAgain'));
    expect(sayers.map(({ path }) => path).toSorted()).toEqual([
      'main/engine/recorder/recorder.ts',
      'main/engine/storage/watch-repository.ts',
      'main/engine/watch/change-publisher.ts',
      'main/engine/watch/ports.ts',
    ]);
    const recorders = files.filter(({ words }) => words.has('recordAnswer'));
    expect(recorders.map(({ path }) => path).toSorted()).toEqual([
      'main/engine/team/log-follower.ts',
      'main/engine/watch/change-publisher.ts',
      'main/engine/watch/check-result.ts',
    ]);
  });
});

describe('what may stand in the place of a file', () => {
  it('is looked at before it is opened: a new reader goes through plain-file.ts', () => {
    const openers = below('main/').filter(({ words }) =>
      ['createReadStream', 'openSync', 'readFile', 'readFileSync'].some((name) => words.has(name)),
    );
    expect(openers.map(({ path }) => path).toSorted()).toEqual([
      // Of the program itself.
      'main/cli/index.ts',
      'main/desktop/window/app-protocol.ts',
      // Of the system.
      'main/engine/delivery/http/connection-limit.ts',
      // These have looked by themselves.
      'main/engine/storage/file/found-file.ts',
      'main/engine/storage/file/plain-file.ts',
      // A draft that was made just now.
      'main/engine/storage/file/whole-file.ts',
      'main/engine/storage/profile-files.ts',
      'main/engine/transfer/save-file.ts',
    ]);
    const databases = below('main/').filter(({ imports }) =>
      imports.some(({ isTypeOnly, target }) => target === 'node:sqlite' && !isTypeOnly),
    );
    expect(databases.map(({ path }) => path).toSorted()).toEqual([
      // In memory.
      'main/engine/storage/database.ts',
      'main/engine/storage/file/plain-file.ts',
      // In memory, of a file that was looked at.
      'main/engine/storage/rescue.ts',
      // Of files that open-team-log.ts has looked at.
      'main/hub/log/etcd/team-tail.ts',
      'main/hub/log/sqlite-recovery.ts',
      'main/hub/log/sqlite-team-log.ts',
    ]);
  });
});

describe('the words of the wire', () => {
  it('longitudes are lon or lng only where answers are read, and in the simulated service', () => {
    const others = files.filter(
      ({ path }) => !/^(?:core\/wire\/|core\/webhook\/wire-|simulator\/)/u.test(path),
    );
    expect(usesOf(['lon', 'lng', 'location_updated_at'], others, 'words')).toEqual([]);
  });
});

describe('the shape of the house', () => {
  const ours = allFiles.filter(({ path }) => !path.startsWith('test/'));

  it('a folder holds at most 20 source files', () => {
    const counts = new Map<string, number>();
    for (const { path } of allFiles)
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const crowded = [...counts].filter(([, count]) => count > 20);
    expect(crowded).toEqual([]);
  });

  it('a file of main imports at most 35 modules: a file that joins knows parts, not all that is in them', () => {
    const crowded = files
      .filter(({ imports, path }) => path.startsWith('main/') && imports.length > 35)
      .map(({ imports, path }) => `${path}: ${imports.length}`);
    expect(crowded).toEqual([]);
  });

  it('no two folders import each other, and no folders in a circle', () => {
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of ours) {
      const from = dirname(path);
      const targets = graph.get(from) ?? new Set<string>();
      graph.set(from, targets);
      for (const { target } of imports) {
        const to = dirname(target);
        const isNested = to.startsWith(`${from}/`) || from.startsWith(`${to}/`);
        if (/\.tsx?$/u.test(target) && to !== from && !isNested) targets.add(to);
      }
    }
    expect(circles(graph)).toEqual([]);
  });

  it('no import circle, type imports included', () => {
    const graph = new Map(
      allFiles.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]),
    );
    expect(circles(graph)).toEqual([]);
  });
});

describe('files and names', () => {
  it('names are kebab-case and say what is inside', () => {
    const odd = allFiles.filter(({ path }) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const isKebab =
        /^[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:\.nightly)?\.(?:test|spec)|\.d)?\.tsx?$/u.test(name);
      const saysNothing = /(?:^|-)(?:utils?|helpers?|managers?|misc)[-.]|^(?:common|types)\./u;
      return !isKebab || saysNothing.test(name);
    });
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('an interface is named for its role, a class for how it plays it', () => {
    const odd = files.flatMap(({ path, typeNames }) =>
      typeNames
        .filter((name) => /^I[A-Z][a-z]|Impl$|Manager$|Helper$/u.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(odd).toEqual([]);
  });
});
