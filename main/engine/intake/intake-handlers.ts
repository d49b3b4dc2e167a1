import type { BridgeFailure, HandlersOf } from '../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import type { Log } from '../log/log.ts';
import type { OrderFolder } from './order-folder.ts';

/** What the requests act on. */
export interface IntakeTargets {
  readonly folder: Pick<OrderFolder, 'choose'>;
  /** Lets the dispatcher choose; null when they cancel. The path never comes from the window. */
  readonly choosePlace: (what: 'folder' | 'file') => Promise<string | null>;
  readonly localisation: Localisation;
  readonly log: Pick<Log, 'defect'>;
}

/** Answers the requests about the folder or file that orders are read from. */
export function intakeHandlers(targets: IntakeTargets): HandlersOf<'intake'> {
  const choose = async (path: string | null): Promise<Result<null, BridgeFailure>> => {
    try {
      await targets.folder.choose(path);
      return { ok: true, value: null };
    } catch (error) {
      targets.log.defect('orderFolderNotWritten', error);
      const message = refusalTextsIn[targets.localisation.current.language].settingsNotWritten;
      return { ok: false, failure: { code: 'storage-failed', message } };
    }
  };
  return {
    async 'intake:choose'({ what }) {
      const path = await targets.choosePlace(what);
      return path === null ? { ok: true, value: null } : choose(path);
    },
    'intake:stop': () => choose(null),
  };
}
