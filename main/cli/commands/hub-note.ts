import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../core/clock.ts';
import type { Part } from '../../engine/run.ts';
import { readPlainFile } from '../../engine/storage/file/plain-file.ts';
import { replaceFile } from '../../engine/storage/file/whole-file.ts';
import { type OwnStatus, ownStatusSchema } from '../../hub/hub-statuses.ts';
import { readPublished } from '../../hub/published.ts';

/** The file in the profile of a hub. */
const fileName = 'hub.json';
const writeEveryMs = 60_000;
/** Far above what a hub notes, in bytes. */
const longestNote = 100_000;

const noteSchema = ownStatusSchema.pick({ hubId: true, version: true, url: true, pace: true });

/** What a hub says of itself to the commands beside it, where no etcd says it to all. */
export type HubNote = Pick<OwnStatus, 'hubId' | 'version' | 'url' | 'pace'>;

/** Notes in the profile of a hub how it is, while it runs; one that is killed leaves its last note. */
export function hubNote(
  profileDir: string,
  clock: Clock,
  note: () => HubNote,
): Required<Pick<Part, 'start' | 'stop'>> {
  const path = join(profileDir, fileName);
  let cancel: (() => void) | null = null;
  const write = (): void => {
    cancel = clock.schedule(write, writeEveryMs);
    try {
      replaceFile(path, JSON.stringify(note()));
    } catch {
      // A full disk; what a hub is for says so itself.
    }
  };
  return {
    start: write,
    stop() {
      cancel?.();
      rmSync(path, { force: true });
    },
  };
}

/** What the hub of this profile noted last; null where none runs that was ended as it should be. */
export function hubNoteIn(profileDir: string): HubNote | null {
  try {
    const text = readPlainFile(join(profileDir, fileName), longestNote).toString('utf8');
    return readPublished(noteSchema, text) ?? null;
  } catch {
    return null;
  }
}
