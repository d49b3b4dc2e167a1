import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram } from '../process/child-process.ts';
import { inProject, projectRoot } from '../project.ts';
import { type Runtime, runtimeLine } from '../runtime/runtime.ts';
import { startDeliveryService } from './delivery-service.ts';
import type { NotificationSource } from './notification-source.ts';
import { type TextPair, eventOf, readOutbox } from './outbox.ts';
import type { Pictures } from './pictures.ts';
import { demoResult } from './demo-result.ts';

/** What the demo was asked for. */
export interface DemoOptions {
  /** Null: until the app is quit. */
  readonly seconds: number | null;
  readonly orderCount: number;
  /** For simulator/index.ts. */
  readonly serviceArgs: readonly string[];
}

/** A desktop that the demo runs on: a throw-away one, or the user's own. */
export interface DemoDesktop {
  readonly env: NodeJS.ProcessEnv;
  /** Null on the user's own desktop, where the user sees the windows. */
  readonly pictures: Pictures | null;
  readonly watch: (
    profileFolder: string,
    arrived: (notification: TextPair) => void,
  ) => Promise<NotificationSource>;
  /** For the app. */
  readonly appArgs: readonly string[];
}

/** Git-ignored; emptied at each start of the demo. */
export const pictureFolderName = '.demo';
export const pictureFolder = inProject(pictureFolderName);

/** A picture is taken of the first few notifications only; later ones show nothing new. */
const picturedNotifications = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs the simulated service and the app on a desktop, says what was notified as it arrives, and
 * ends both. Nothing of it stays behind but the pictures and what the two programs said.
 *
 * @returns the exit code: 0 when a status change and a courier's move were notified
 * @throws DeliveryServiceError when the simulated service does not start
 */
export async function play(
  options: DemoOptions,
  runtime: Runtime,
  desktop: DemoDesktop,
  stopped: AbortSignal,
): Promise<number> {
  rmSync(pictureFolder, { recursive: true, force: true });
  mkdirSync(pictureFolder, { recursive: true });
  const { env, pictures } = desktop;
  const profile = mkdtempSync(join(env['TMPDIR'] ?? tmpdir(), 'waybell-demo-'));
  const cleanups: (() => unknown)[] = [() => rmSync(profile, { recursive: true, force: true })];
  try {
    const serviceLog = join(pictureFolder, 'service.log');
    const service = await startDeliveryService(options.serviceArgs, env, serviceLog);
    cleanups.unshift(() => service.stop());
    const { baseUrl, clientId, clientSecret, orders, labels } = service.address;
    const watched = orders.slice(0, options.orderCount);
    say(`Simulated delivery service at ${baseUrl}; watching ${watched.length} of its orders.`);

    const arrived: TextPair[] = [];
    const source = await desktop.watch(profile, (notification) => {
      arrived.push(notification);
      say(notificationLine(notification));
      if (arrived.length <= picturedNotifications) pictures?.notificationSoon();
    });
    cleanups.unshift(() => source.stop());

    // In a file, because labels can be given only there, and a day of orders is too long for a command line.
    const orderFile = join(profile, 'orders.tsv');
    const lines = watched.map((uuid, index) => `${uuid}\t${labels[index] ?? ''}\n`);
    writeFileSync(orderFile, lines.join(''));
    const connection = ['--base-url', baseUrl, '--client-id', clientId, '--interval', '2'];
    const app = startProgram(
      runtime.executable,
      [
        ...runtime.args,
        projectRoot,
        '--profile',
        profile,
        ...connection,
        ...desktop.appArgs,
        orderFile,
      ],
      {
        env: { ...env, WAYBELL_CLIENT_SECRET: clientSecret },
        logFile: join(pictureFolder, 'app.log'),
      },
    );
    cleanups.unshift(() => app.stop());
    void pictures?.placeWindow();
    await untilTheEnd(options.seconds, app, stopped);
    if (!stopped.aborted) await pictures?.rest();
    await app.stop();
    await source.stop();
    if (stopped.aborted) {
      say('Stopped.');
      return 1;
    }
    return report(arrived, source, profile, pictures, runtime);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

/** Waits until the time is up, the app is quit or the demo is stopped. */
async function untilTheEnd(
  seconds: number | null,
  app: Program,
  stopped: AbortSignal,
): Promise<void> {
  const ends = [stopped, ...(seconds === null ? [] : [AbortSignal.timeout(seconds * 1000)])];
  const isOver = AbortSignal.any(ends);
  const over = new Promise<void>((resolve) => isOver.addEventListener('abort', () => resolve()));
  if (!isOver.aborted) await Promise.race([over, app.ended]);
}

/** Says what was notified and what there is to look at. */
function report(
  arrived: readonly TextPair[],
  source: NotificationSource,
  profile: string,
  pictures: Pictures | null,
  runtime: Runtime,
): number {
  const outbox = readOutbox(profile);
  const { isProven, missing, counts } = demoResult(
    arrived.map((notification) => eventOf(notification, outbox) ?? eventOfSeveral(notification)),
  );
  say(`\n${arrived.length} notifications, ${source.name}:`);
  for (const [event, count] of counts) say(`  ${event}: ${count}`);
  if (pictures) say(`Pictures in ${pictureFolderName}: ${pictures.files.join(', ')}`);
  say(runtimeLine(runtime));
  say(
    isProven
      ? "A status change and a courier's move were notified."
      : `Not notified: ${missing.join(' and ')}. What the app said is in ${join(pictureFolderName, 'app.log')}`,
  );
  return isProven ? 0 : 1;
}

/** What a notification of several orders is about; of couriers' moves it says so when they moved at once. */
function eventOfSeveral({ title }: TextPair): string {
  return title.endsWith('with a moved courier') ? 'courierMoved' : 'several in one';
}

/** One notification as one line. */
function notificationLine({ title, body }: TextPair): string {
  return `${new Date().toTimeString().slice(0, 8)}  ${onOneLine(title)}  |  ${onOneLine(body)}`;
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
