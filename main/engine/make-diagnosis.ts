import { accessSync, constants, statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { KeychainFault } from '../../core/delivery/connection.ts';
import type { Diagnosis } from '../../core/delivery/diagnosis.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Language } from '../../core/text/language.ts';
import type { ContractNoteEntry } from '../../core/wire/contract-notes.ts';
import type { ConnectionProfile } from './connection/ports.ts';
import { type CredentialStore, keychainFault } from './credentials/credential-store.ts';
import { HttpDeliveryOpener } from './delivery/delivery-opener.ts';
import type { ResolveProxy } from './delivery/proxy/proxy-choice.ts';
import { DbusSessionBus } from './session-bus/dbus-session-bus.ts';
import { daemonCapabilities, daemonIdentity, isTrayThere } from './session-bus/desktop-services.ts';
import type { SessionBus } from './session-bus/session-bus.ts';
import type { Platform } from './launch/platform.ts';
import { diagnosisTextsIn } from './diagnosis/diagnosis-texts.ts';
import { diagnose } from './diagnosis/diagnosis.ts';
import type { ConnectionFinding, NotificationCapability } from './diagnosis/diagnosis.ts';
import { identityRedaction, machineIdentity } from './log/identity-redaction.ts';
import { checkDatabase } from './storage/database.ts';
import { opensHub } from './team-membership.ts';
import { examineHubs, type KnownTeam } from './team/examine-hub.ts';
import type { Clock } from '../../core/clock.ts';

/** What a diagnosis has to know of the program that makes it. */
export interface DiagnosisSurroundings {
  readonly clock: Clock;
  readonly language: Language;
  readonly version: string;
  /** What the program runs on, such as `Electron 45.4.1`. */
  readonly runtime: string;
  readonly platform: Platform;
  readonly profileDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The team that this computer is a desk of; null for none. */
  readonly team: KnownTeam | null;
  /** The connection in use or stored; null before there is one. */
  readonly profile: ConnectionProfile | null;
  readonly secrets: CredentialStore;
  /** The secret to use in place of the keychain's; null asks the keychain. */
  readonly clientSecret: string | null;
  /** Whether the connection is one that the keychain should hold a secret for. */
  readonly isStored: boolean;
  /** An order to ask for; null when none is watched. */
  readonly order: OrderId | null;
  /** The rules of leniency that this service needed. */
  readonly contractNotes: readonly ContractNoteEntry[];
  /** Asks the system for its proxy. Default: the environment is asked in its place. */
  readonly resolveProxy?: ResolveProxy;
}

/** A key under which nothing was ever stored: a keychain that works answers that it holds nothing. */
const probe: ConnectionProfile = { baseUrl: 'https://keychain-probe.invalid', clientId: 'probe' };

const keychainNames: Readonly<Record<Platform, string>> = {
  windows: 'Credential Manager',
  macos: 'Keychain',
  linux: 'Secret Service',
};

/** Looks at everything that Waybell needs on this computer. The secret is used and never told. */
export function makeDiagnosis(surroundings: DiagnosisSurroundings): Promise<Diagnosis> {
  const { clock, env, language, platform, profileDir, runtime, version } = surroundings;
  const { program: texts } = diagnosisTextsIn[language];
  const bus = new DbusSessionBus({
    address: platform === 'linux' ? env['DBUS_SESSION_BUS_ADDRESS'] : undefined,
    clock,
    failed: () => undefined,
  });
  const desktop = [env['XDG_CURRENT_DESKTOP'], env['XDG_SESSION_TYPE']].filter(Boolean).join(', ');
  const report = diagnose({
    language,
    wallMs: () => clock.wallMs(),
    program: [
      ['Waybell', version],
      [texts.runtime, `${runtime}, Node ${process.versions.node}`],
      [texts.system, `${process.platform} ${release()} ${process.arch}`],
      ...(platform === 'linux' ? [[texts.desktop, desktop || texts.desktopNotSaid] as const] : []),
    ],
    profileDir,
    canWriteProfile: () => isWritable(profileDir),
    logPath: join(profileDir, 'logs', 'waybell.log'),
    checkDatabase: () => checkDatabase(profileDir),
    keychainName: keychainNames[platform],
    askKeychain: () => askKeychain(surroundings),
    notifications: () => notificationCapability(platform, bus),
    isTrayThere: () => isTrayThere(platform, bus),
    team: async () => {
      const { secrets, team } = surroundings;
      return team && (await examineHubs(team, { clock, secrets, opens: opensHub }));
    },
    connection: () => examineConnection(surroundings),
    contractNotes: () => surroundings.contractNotes,
    redact: identityRedaction(machineIdentity()),
  });
  return report.finally(() => bus.close());
}

async function askKeychain({
  isStored,
  profile,
  secrets,
}: DiagnosisSurroundings): Promise<'works' | 'secretAbsent' | KeychainFault> {
  const stored = isStored ? profile : null;
  try {
    const secret = await secrets.read(stored ?? probe);
    return stored !== null && secret === null ? 'secretAbsent' : 'works';
  } catch (error) {
    return keychainFault(error);
  }
}

async function examineConnection(surroundings: DiagnosisSurroundings): Promise<ConnectionFinding> {
  const { clientSecret, clock, env, isStored, order, profile, secrets, team, version } =
    surroundings;
  if (team !== null) return { baseUrl: null, steps: [], isByHub: true };
  if (profile === null) return { baseUrl: null, steps: [] };
  let secret = clientSecret;
  if (secret === null && isStored) secret = await secrets.read(profile).catch(() => null);
  const opener = new HttpDeliveryOpener({
    clock,
    random: Math.random,
    userAgent: `Waybell/${version}`,
    environment: env,
    ...(surroundings.resolveProxy === undefined ? {} : { resolveProxy: surroundings.resolveProxy }),
  });
  const steps = await opener.examine(profile, secret, order, new AbortController().signal);
  return { baseUrl: profile.baseUrl, steps };
}

async function notificationCapability(
  platform: Platform,
  bus: SessionBus,
): Promise<NotificationCapability> {
  if (platform !== 'linux') return { shownBy: 'system', capabilities: [] };
  const [name, capabilities] = await Promise.all([daemonIdentity(bus), daemonCapabilities(bus)]);
  return { shownBy: name === null ? null : { name }, capabilities: capabilities ?? [] };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
