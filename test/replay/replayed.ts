import type { Settings } from '../../core/settings/settings.ts';
import type { RecordedSpan } from '../../main/engine/recorder/ports.ts';
import type { Decision } from '../../main/engine/replay/decisions.ts';
import { replay } from '../../main/engine/replay/replay.ts';

/** What a replay begins with when nothing was known before. */
const freshStart = { courierWaits: [], positionAgesMs: [], journeys: [], decided: [] };

/** All that a replay of a recording decides. @param untilMs 36 h after the beginning unless given */
export async function replayed(
  span: RecordedSpan,
  untilMs = span.fromMs + 36 * 3_600_000,
  settings: (recorded: Settings) => Settings = (recorded) => recorded,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  const desk = { settings, decided: (decision: Decision) => void decisions.push(decision) };
  const pace = { monotonicMs: () => 0, nextTurn: async () => {} };
  await replay(span, freshStart, untilMs, [desk], pace);
  return decisions;
}
