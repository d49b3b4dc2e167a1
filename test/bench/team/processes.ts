import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceCommand, ServiceNews } from './service.ts';

type Ready = Extract<ServiceNews, { kind: 'ready' }>;
type Read = Extract<ServiceNews, { kind: 'read' }>;

/** A program of this folder in a process of its own. */
export function forked(program: string, ...words: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, program), words, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return endingWithUs(child);
}

/** A process that is not left behind when a measurement fails. */
function endingWithUs(child: ChildProcess): ChildProcess {
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** The delivery service in a process of its own. */
export class ServiceProcess {
  readonly ready: Ready;
  readonly #child: ChildProcess;
  readonly #reads = new Map<string, (atMs: number) => void>();
  #counted: (requests: number) => void = () => undefined;

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child;
    this.ready = ready;
    child.on('message', (news: ServiceNews) => {
      if (news.kind === 'count') this.#counted(news.requests);
      else if (news.kind === 'read') this.#wasRead(news);
    });
  }

  static async start(orderCount: number): Promise<ServiceProcess> {
    const child = forked('service.ts', String(orderCount));
    const [ready]: Ready[] = await once(child, 'message');
    if (ready === undefined) throw new Error('the service did not start');
    return new ServiceProcess(child, ready);
  }

  /** How many requests for orders came so far. */
  async requestCount(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#counted = resolve;
    this.#send({ do: 'count' });
    return promise;
  }

  /** Changes an order. @returns when a reader was answered with the change, by this machine's clock */
  change(uuid: string, step: number): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#reads.set(`${uuid} ${step}`, resolve);
    this.#send({ do: 'change', uuid, step });
    return promise;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #wasRead({ atMs, step, uuid }: Read): void {
    this.#reads.get(`${uuid} ${step}`)?.(atMs);
    this.#reads.delete(`${uuid} ${step}`);
  }

  #send(command: ServiceCommand): void {
    this.#child.send(command);
  }
}

/** `waybell` from its sources, connected to a service. */
export function startWaybell(
  { baseUrl, clientId, clientSecret }: Ready,
  words: readonly string[],
): ChildProcess {
  const program = join(import.meta.dirname, '../../../main/cli/index.ts');
  const connection = [
    '--base-url',
    baseUrl,
    '--client-id',
    clientId,
    '--interval',
    '15',
    '--max-rate',
    '3000',
  ];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...words, ...connection],
    {
      env: { PATH: process.env['PATH'], WAYBELL_CLIENT_SECRET: clientSecret },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return endingWithUs(child);
}

/** Where a hub listens, by its first line. */
export async function hubUrl(hub: ChildProcess): Promise<string> {
  if (hub.stdout === null) throw new Error('the hub says nothing');
  const lines = createInterface({ input: hub.stdout });
  const [line]: unknown[] = await once(lines, 'line');
  const first: unknown = JSON.parse(String(line));
  return String(Reflect.get(Object(first), 'url'));
}
