import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../core/clock.ts';
import { DaySummaries } from '../engine/board/day-summaries.ts';
import type { AnnotationChanges } from '../engine/board/annotation-changes.ts';
import { diagnosisHandlers } from '../engine/diagnosis/diagnosis-handlers.ts';
import type { Log } from '../engine/log/log.ts';
import { makeDiagnosis } from '../engine/make-diagnosis.ts';
import type { Past } from '../engine/recorded-past.ts';
import type { Services } from '../engine/services.ts';
import { TeamRepository } from '../engine/storage/team/team-repository.ts';
import { WatchRepository } from '../engine/storage/watch-repository.ts';
import { knownTeam } from '../engine/team/examine-hub.ts';
import { teamRefusal, teamRefusalSaid } from '../engine/team/team-handlers.ts';
import { type FileDialogs, TransferService } from '../engine/transfer/transfer-service.ts';
import * as desktop from './electron-desktop.ts';

/** What {@link createFiles} joins. */
interface FilesSources {
  readonly services: Pick<
    Services,
    | 'connection'
    | 'contractNotes'
    | 'history'
    | 'localisation'
    | 'profiles'
    | 'secrets'
    | 'settings'
    | 'team'
    | 'watcher'
  >;
  readonly place: desktop.Surroundings;
  readonly sql: DatabaseSync;
  readonly past: Pick<Past, 'saved'>;
  readonly dialogs: FileDialogs;
  readonly annotationChanges: AnnotationChanges;
  readonly clock: Clock;
  readonly log: Log;
}

/** Builds what the dispatcher saves to files and reads from them: hand-overs, settings, days, diagnoses, recordings. */
export function createFiles(sources: FilesSources) {
  const { clock, dialogs, log, past, place, services, sql, annotationChanges } = sources;
  const { connection, history, localisation, settings, team, watcher } = services;
  const transfer = new TransferService({
    watch: watcher,
    annotationChanges,
    stored: new WatchRepository(sql, () => clock.wallMs()),
    settings,
    dialogs,
    profileDir: place.profileDir,
    clock,
    log,
    ordersRefused() {
      const why = teamRefusal(team?.state ?? null);
      return why && teamRefusalSaid(why, localisation);
    },
    localisation,
  });
  const days = new DaySummaries({
    history,
    watch: watcher,
    settings,
    clock,
    localisation,
    save: (suggestedName, text) => transfer.save(suggestedName, text),
  });
  const diagnose = () => {
    const used = connection.profile;
    const stored = services.profiles.load();
    return makeDiagnosis({
      ...place,
      clock,
      language: localisation.current.language,
      runtime: desktop.runtimeName(),
      env: process.env,
      team: knownTeam(new TeamRepository(sql)),
      profile: used,
      secrets: services.secrets,
      clientSecret: null,
      isStored: used?.baseUrl === stored?.baseUrl && used?.clientId === stored?.clientId,
      order: watcher.list()[0]?.id ?? null,
      contractNotes: services.contractNotes.entries,
      resolveProxy: desktop.resolveProxy,
    });
  };
  return {
    handlers: [
      transfer.handlers,
      days.handlers,
      diagnosisHandlers({ diagnose, recording: past.saved, files: transfer, localisation }),
    ] as const,
  };
}
