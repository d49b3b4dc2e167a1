import type { Diagnosis } from '../../core/delivery/diagnosis.ts';
import type { Localisation } from '../../core/text/language.ts';
import { diagnosisText } from '../../core/delivery/diagnosis-text.ts';
import type { HandlersOf } from '../../core/bridge/bridge.ts';
import type { TransferService } from '../transfer/transfer-service.ts';

/** Answers the diagnostics page. What is saved is what was shown. */
export function diagnosisHandlers(
  diagnose: () => Promise<Diagnosis>,
  files: Pick<TransferService, 'save'>,
  localisation: Localisation,
): HandlersOf<'diagnosis'> {
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
  };
}
