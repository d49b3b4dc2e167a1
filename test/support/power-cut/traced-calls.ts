/** A system call that succeeded, as strace wrote it down. */
export interface TracedCall {
  /** The thread that made it; of a whole trace the process that it belongs to. */
  readonly by: string;
  readonly name: string;
  /** As strace words them; texts are {@link textOf} and {@link bytesOf}. */
  readonly args: readonly string[];
  readonly result: number;
}

/** The calls that change files, make descriptors or processes, or wait for the disk. */
const tracedNames = [
  'openat,open,creat,close,dup,dup2,dup3,fcntl,lseek,mmap',
  'write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate,copy_file_range,sendfile',
  'fsync,fdatasync,sync,sync_file_range,msync',
  'clone,clone3,fork,vfork',
  'rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat',
].join(',');

/** What strace is started with: every text as hex digits, so that one line is one call. */
export const straceArguments = [
  '-f',
  '-xx',
  '-s',
  '1000000',
  '--seccomp-bpf',
  '-e',
  `trace=${tracedNames}`,
];

const whole = /^(\d+) +(\w+)\((.*)\) += (-?\d+)/;
const begun = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/;
const resumed = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/;

/**
 * Reads a call in one line, or in two where other threads came in between: then it counts when it ends.
 * Calls that failed changed nothing and are left out.
 */
export class TracedCalls {
  readonly #begun = new Map<string, string>();

  /** @returns null for a line that ends no call */
  read(line: string): TracedCall | null {
    const start = begun.exec(line);
    if (start !== null) {
      const [, thread = '', name = '', args = ''] = start;
      this.#begun.set(`${thread} ${name}`, args);
      return null;
    }
    const end = resumed.exec(line);
    const [, thread = '', name = '', rest = '', result = '-1'] = end ?? whole.exec(line) ?? [];
    const first = end === null ? '' : (this.#begun.get(`${thread} ${name}`) ?? '');
    if (Number(result) < 0) return null;
    return { by: thread, name, args: argumentsIn(first + rest), result: Number(result) };
  }
}

/** Splits at the commas between arguments; hex texts have none, structures have. */
function argumentsIn(text: string): readonly string[] {
  const args: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ',' && depth === 0) {
      args.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...args, text.slice(from).trim()];
}

/** The bytes of all texts in an argument, one after the other. @throws when strace cut one short */
export function bytesOf(arg: string): Buffer {
  if (arg.includes('"...')) throw new RangeError('strace cut a text short');
  const texts = [...arg.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)];
  return Buffer.from(texts.map(([, hex = '']) => hex.replaceAll('\\x', '')).join(''), 'hex');
}

/** A path. */
export function textOf(arg: string): string {
  return bytesOf(arg).toString('utf8');
}

const makers: ReadonlySet<string> = new Set(['clone', 'clone3', 'fork', 'vfork']);

/** Whether a call made a process, and not a thread, which shares its descriptors. */
function makesProcess({ args, name }: TracedCall): boolean {
  return makers.has(name) && !args.some((arg) => arg.includes('CLONE_FILES'));
}

/** The process of each call: the first one is '', each other has the number of its first thread. */
export function byProcess(calls: readonly TracedCall[]): readonly TracedCall[] {
  // What a thread does may be written down before it is that there is one.
  const parents = new Map<string, string>();
  for (const call of calls) {
    if (!makers.has(call.name) || makesProcess(call)) continue;
    parents.set(String(call.result), call.by);
  }
  const processes = new Set(calls.filter(makesProcess).map(({ result }) => String(result)));
  const processOf = (thread: string): string => {
    if (processes.has(thread)) return thread;
    const parent = parents.get(thread);
    return parent === undefined ? '' : processOf(parent);
  };
  return calls.map((call) => ({ ...call, by: processOf(call.by) }));
}
