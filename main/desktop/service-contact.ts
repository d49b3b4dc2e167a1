import type { Clock } from '../../core/clock.ts';
import { connectAtLaunch } from '../engine/connection/connect-at-launch.ts';
import { connectionHandlers } from '../engine/connection/connection-handlers.ts';
import { ContactRetry } from '../engine/connection/contact-retry.ts';
import { KeychainWait } from '../engine/connection/keychain-wait.ts';
import type { AppEvents } from '../engine/events.ts';
import { intakeHandlers } from '../engine/intake/intake-handlers.ts';
import type { Log } from '../engine/log/log.ts';
import type { Services } from '../engine/services.ts';
import { NetworkReturn } from '../engine/watch/network-return.ts';
import { webhookHandlers } from '../engine/webhooks/webhook-handlers.ts';
import type { Launch } from './application.ts';
import * as desktop from './electron-desktop.ts';
import type { Presentation } from './presentation.ts';

/** What {@link createServiceContact} joins. */
interface ServiceContactSources {
  readonly launch: Pick<Launch, 'connection' | 'isSessionOnly'>;
  readonly services: Pick<
    Services,
    | 'connection'
    | 'contractNotes'
    | 'intake'
    | 'localisation'
    | 'orderFolder'
    | 'readBaseUrl'
    | 'team'
    | 'waitAlarm'
    | 'watcher'
    | 'webhooks'
  >;
  readonly presentation: Pick<Presentation, 'dialogs' | 'window'>;
  /** Asks without raising a prompt. */
  readonly isKeychainLocked: () => Promise<boolean | null>;
  readonly events: AppEvents;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
}

/** Builds what makes the contact with the service and what accepts what comes from it, or from files, by itself. */
export function createServiceContact(sources: ServiceContactSources) {
  const { clock, events, isKeychainLocked, launch, log, services } = sources;
  const { dialogs, window } = sources.presentation;
  const { connection, contractNotes, localisation, orderFolder, team, watcher, webhooks } =
    services;
  const keychainWait = new KeychainWait({ clock, connection, isLocked: isKeychainLocked });
  const contactRetry = new ContactRetry({ connection, watch: watcher });
  const networkReturn = new NetworkReturn({
    clock,
    isOnline: () => desktop.net.isOnline(),
    returned() {
      log.info('networkReturned');
      watcher.noticeWake();
    },
  });
  const receivesWebhooks = (): void => {
    // The hub receives them for the team.
    if (team === null) void webhooks.apply();
  };

  return {
    contactRetry,
    receivesWebhooks,
    /** The dispatcher or the computer is back: what time alone may have changed is looked at. */
    lookAround: (): void => {
      watcher.noticeWake();
      services.waitAlarm.lookNow();
      void keychainWait.lookNow();
    },
    connect: async (): Promise<void> => {
      // The hub asks the service; this desk has no credentials.
      if (team !== null) return;
      if (launch.connection === null) return connection.start();
      return connectAtLaunch(launch.connection, {
        connection,
        parseBaseUrl: services.readBaseUrl,
        isSessionOnly: launch.isSessionOnly,
        log,
        say: (sentence) => sources.say(`${sentence}\n`),
      });
    },
    handlers: [
      connectionHandlers({
        connection,
        contractNotes,
        watch: watcher,
        contactRetry,
        chooseCaFile: () => dialogs.chooseCaFile(),
        testProgressed: (test) => window.sendIfListening('connection:test-progressed', test),
        localisation,
      }),
      webhookHandlers(webhooks, services.intake, localisation),
      intakeHandlers({
        folder: orderFolder,
        choosePlace: (what) => dialogs.chooseOrderPlace(what),
        localisation,
        log,
      }),
    ] as const,
    parts: [
      keychainWait,
      networkReturn,
      orderFolder,
      { start: receivesWebhooks, stop: () => webhooks.stop() },
    ] as const,
    subscribe(): void {
      events.on('serviceHealthChanged', (health) => networkReturn.serviceHealthChanged(health));
      events.on('connectionChanged', (state) => keychainWait.connectionChanged(state));
      events.on('windowShown', () => void keychainWait.lookNow());
      events.on('fileAccepted', (fileIntake) => window.sendIfListening('intake:taken', fileIntake));
    },
  };
}
