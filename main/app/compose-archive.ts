import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import { ArchiveChoices } from '../board/archive.ts';
import type { BridgeHandlers } from '../desktop/bridge/bridge-server.ts';
import type { Log } from '../log/log.ts';
import { ArchiveRepository } from '../storage/archive-repository.ts';
import type { Watch } from '../watch/ports.ts';

/** The archive, and what the window may ask of it. */
export interface Archive {
  readonly choices: ArchiveChoices;
  readonly handlers: Pick<BridgeHandlers, 'orders:archive'>;
}

/** Joins the archive with its table and with what must hear of a change. */
export function composeArchive(parts: {
  readonly sql: DatabaseSync;
  readonly watch: Pick<Watch, 'markSeen'>;
  readonly log: Log;
  readonly language: () => Language;
  /** These orders came into the archive or out of it. */
  readonly changed: (ids: readonly OrderId[]) => void;
}): Archive {
  const choices = new ArchiveChoices(new ArchiveRepository(parts.sql));
  return {
    choices,
    handlers: {
      'orders:archive'({ ids, isArchived }) {
        try {
          choices.choose(ids, isArchived ? 'archived' : 'kept');
        } catch (error) {
          parts.log.defect('archiveNotWritten', error);
          const { archiveNotWritten: message } = refusalWordsIn[parts.language()];
          return { ok: false, failure: { code: 'storage-failed', message } };
        }
        // An order that was put away counts as seen.
        if (isArchived) parts.watch.markSeen(ids);
        parts.changed(ids);
        return { ok: true, value: null };
      },
    },
  };
}
