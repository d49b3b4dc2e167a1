import { SqliteTeamLog } from '../../../main/hub/log/sqlite-team-log.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';

/*
 * A process that writes into a team's log beside others, as `waybell hub invite` does:
 * `ask-append.ts FILE NAME COUNT` opens and closes the log for each entry.
 */

const [, , path = '', name = '', count = ''] = process.argv;
let expectedSequence = 0;
for (let number = 1; number <= Number(count); number += 1) {
  const log = new SqliteTeamLog(path, new SystemClock());
  const appended = await log.append({
    key: `desk.${name}`,
    body: String(number),
    dedupeKey: `${name}.${number}`,
    expectedSequence,
  });
  if (appended.kind !== 'appended') throw new Error(appended.kind);
  expectedSequence = appended.sequence;
  await log.close();
}
