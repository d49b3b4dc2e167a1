import { basename } from 'node:path';
import type { Speech } from '../../core/text/language.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import { makeDiagnosis } from './compose-diagnosis.ts';
import type { ConnectionProfile } from '../connection/ports.ts';
import type { Services } from './compose-services.ts';
import { chooseFile, chooseWhereToSave } from '../desktop/system/electron-computer.ts';
import { resolveProxy, runtimeName, type Surroundings } from '../desktop/electron-desktop.ts';
import type { DiagnosisHandlers } from '../diagnosis/diagnosis-handlers.ts';
import { diagnosisHandlers } from '../diagnosis/diagnosis-handlers.ts';
import type { Log } from '../log/log.ts';
import type { ChosenFiles, TransferHandlers } from '../transfer/transfer-service.ts';
import { TransferService } from '../transfer/transfer-service.ts';
import { readTextFile, writeOwnText } from '../transfer/text-file.ts';
import type { Clock } from '../watch/clock.ts';

/** What hand-over and diagnostics are joined to. */
export interface SupportSurroundings {
  readonly place: Pick<Surroundings, 'platform' | 'profileDir' | 'version'>;
  readonly services: Pick<Services, 'connection' | 'profiles' | 'secrets' | 'watcher'>;
  readonly settings: () => Settings;
  readonly speech: () => Speech;
  /** @throws when it could not be written */
  readonly changeSettings: (change: SettingsChange) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Joins the files for others and the diagnostics page with the system's dialogs and with the services. */
export function composeSupport(
  surroundings: SupportSurroundings,
): TransferHandlers & DiagnosisHandlers {
  const { changeSettings, clock, log, place, services, settings } = surroundings;
  const { connection, profiles, secrets, watcher } = services;
  const transfer = new TransferService({
    watch: watcher,
    settings,
    changeSettings,
    files: chosenFiles,
    wallMs: () => clock.wallMs(),
    log,
    language: () => surroundings.speech().language,
  });
  const used = (): ConnectionProfile | null => {
    const { state } = connection;
    if (state.kind === 'none') return null;
    return { baseUrl: state.baseUrl, clientId: state.clientId, options: connection.options };
  };
  const diagnosis = diagnosisHandlers({
    language: () => surroundings.speech().language,
    files: transfer,
    diagnose: () =>
      makeDiagnosis({
        ...place,
        clock,
        language: surroundings.speech().language,
        runtime: runtimeName(),
        env: process.env,
        profile: used,
        secrets,
        clientSecret: null,
        isStored() {
          const [inUse, stored] = [used(), profiles.load()];
          return inUse?.baseUrl === stored?.baseUrl && inUse?.clientId === stored?.clientId;
        },
        anyOrder: () => watcher.list()[0]?.id ?? null,
        resolveProxy,
      }),
  });
  return { ...transfer.handlers, ...diagnosis };
}

const chosenFiles: ChosenFiles = {
  async save(suggestedName, text) {
    const path = await chooseWhereToSave(suggestedName);
    if (path === null) return null;
    writeOwnText(path, text);
    return basename(path);
  },
  async open(longest) {
    const path = await chooseFile();
    return path === null ? null : readTextFile(path, longest);
  },
};
