import type { Diagnosis } from '../../../core/delivery/diagnosis.ts';
import type { Localisation } from '../../../core/text/language.ts';
import { diagnosisText } from '../../../core/delivery/diagnosis-text.ts';
import type { HandlersOf } from '../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { TransferService } from '../transfer/transfer-service.ts';

/** What {@link diagnosisHandlers} work with. */
export interface DiagnosisHandlersParts {
  readonly diagnose: () => Promise<Diagnosis>;
  /** The text of a file that replays what is recorded; null when nothing is. */
  readonly recording: () => Iterable<string> | null;
  readonly files: Pick<TransferService, 'save' | 'savePieces'>;
  readonly localisation: Localisation;
}

/** Answers the diagnostics page. The report that is saved is what was shown. */
export function diagnosisHandlers({
  diagnose,
  files,
  localisation,
  recording,
}: DiagnosisHandlersParts): HandlersOf<'diagnosis'> {
  let last: Diagnosis | null = null;
  const run = async (): Promise<Diagnosis> => (last = await diagnose());
  return {
    'diagnosis:run': async () => ({ ok: true, value: await run() }),
    'diagnosis:save': async () => {
      const diagnosis = last ?? (await run());
      return files.save(
        'waybell-diagnosis.txt',
        diagnosisText(diagnosis, localisation.current.language),
      );
    },
    'diagnosis:save-recording': async () => {
      const pieces = recording();
      if (pieces !== null) return files.savePieces('waybell-recording.jsonl', pieces);
      const message = refusalTextsIn[localisation.current.language].nothingRecorded;
      return { ok: false, failure: { code: 'transfer-refused', message } };
    },
  };
}
