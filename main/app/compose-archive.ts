import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import { ArchiveBook } from '../board/archive-book.ts';
import type { BridgeHandlers } from '../desktop/bridge/bridge-server.ts';
import type { Log } from '../log/log.ts';
import { ArchiveRepository } from '../storage/archive-repository.ts';
import type { Watch } from '../watch/ports.ts';

/** The archive, and what the window may ask of it. */
export interface Archive {
  readonly book: ArchiveBook;
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
  const book = new ArchiveBook(new ArchiveRepository(parts.sql));
  return {
    book,
    handlers: {
      'orders:archive'({ ids, isArchived }) {
        try {
          book.choose(ids, isArchived ? 'archived' : 'kept');
        } catch (error) {
          parts.log.defect('archiveNotWritten', error);
          const { archiveNotWritten: message } = refusalWordsIn[parts.language()];
          return { ok: false, failure: { code: 'storage-failed', message } };
        }
        // Whoever puts an order away has seen what there was to see of it.
        if (isArchived) parts.watch.markSeen(ids);
        parts.changed(ids);
        return { ok: true, value: null };
      },
    },
  };
}
