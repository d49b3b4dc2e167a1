import { z } from 'zod';
import type { Diagnosis } from '../delivery/diagnosis.ts';
import type { TransferAnswers } from './transfer-requests.ts';

/** The window's requests about what may be wrong. */
export const diagnosisRequests = {
  'diagnosis:run': z.undefined(),
  /** Saves the report that was made last, as text, where the dispatcher says. */
  'diagnosis:save': z.undefined(),
} as const;

/** Their answers, by channel. */
export interface DiagnosisAnswers {
  'diagnosis:run': Diagnosis;
  'diagnosis:save': TransferAnswers['transfer:save'];
}
