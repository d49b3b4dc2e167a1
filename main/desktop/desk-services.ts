import type { Clock } from '../../core/clock.ts';
import { AttentionIndex } from '../engine/board/attention-index.ts';
import { InMemoryCredentialStore } from '../engine/credentials/in-memory-credential-store.ts';
import { KeychainCredentialStore } from '../engine/credentials/keychain-credential-store.ts';
import type { AppEvents } from '../engine/events.ts';
import { logDefects } from '../engine/log/log-defects.ts';
import { Metrics } from '../engine/metrics/metrics.ts';
import { createServices } from '../engine/services.ts';
import { DbusSessionBus } from '../engine/session-bus/dbus-session-bus.ts';
import { isKeyringLocked } from '../engine/session-bus/desktop-services.ts';
import { teamMembership, withinTeam } from '../engine/team-membership.ts';
import type { Launch } from './application.ts';
import { startDemoService } from './demo-service.ts';
import { forkDemo } from './electron-demo.ts';
import { resolveProxy, type Surroundings } from './electron-desktop.ts';
import { openProfile } from './open-profile.ts';

/** What the demo plays: a dozen orders, fast enough that something happens while one looks. */
const demoArguments = ['--orders', '12', '--spread-minutes', '20', '--speed', '10'];

/** What {@link createDeskServices} works with. */
interface DeskServicesSources {
  readonly launch: Launch;
  readonly place: Surroundings;
  readonly events: AppEvents;
  readonly clock: Clock;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
}

/** Opens the profile and builds the services over it, those of a desk where it belongs to a team. */
export function createDeskServices({ clock, events, launch, place, say }: DeskServicesSources) {
  const { platform, profileDir, simulatorPath, version } = place;
  const { isSessionOnly } = launch;
  const profile = openProfile(profileDir, clock, say);
  const { database, log } = profile;
  const bus = new DbusSessionBus({
    address: platform === 'linux' ? process.env['DBUS_SESSION_BUS_ADDRESS'] : undefined,
    clock,
    failed: (error) => log.defect('sessionBus', error),
  });
  logDefects(log);
  const attention = new AttentionIndex(clock);
  const metrics = new Metrics();
  const isKeychainLocked = async () => (platform === 'linux' ? isKeyringLocked(bus) : null);
  const membership = teamMembership(database.sql, {
    secrets: isSessionOnly ? new InMemoryCredentialStore() : new KeychainCredentialStore({ clock }),
    clock,
  });
  const services = createServices({
    ...withinTeam(membership.current, () => membership.token(), {
      clock,
      log,
      others: membership.others,
    }),
    clock,
    log,
    events,
    database,
    version,
    systemLocale: place.locale,
    isSessionOnly,
    overlay: launch.overlay,
    policy: launch.policy,
    isKeychainLocked,
    startDemoService: () => startDemoService(() => forkDemo(simulatorPath, demoArguments), clock),
    resolveProxy,
    notifies: true,
    records: true,
    ...(launch.metrics === null ? {} : { metrics }),
    showsOffers: true,
    needsAttention: (id) => attention.has(id),
  });
  return { attention, bus, isKeychainLocked, membership, metrics, profile, services };
}
