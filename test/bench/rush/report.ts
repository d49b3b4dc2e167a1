import { machineText, markdownTable, today } from '../shared/machine.ts';
import type { JudgedNeed, Share, Verdict } from './judge.ts';
import type { PlayedHour } from './play.ts';

/** An hour with its verdict. */
export interface JudgedHour {
  readonly hour: PlayedHour;
  readonly verdict: Verdict;
}

/** A figure of an hour beside its aim; `isMet` is null where it has none. */
interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly aim: string;
  readonly isMet: boolean | null;
}

const leastCallShare = 0.7;
const mostRoutineCards = 20;

function shareText({ many, of }: Share): string {
  return of === 0 ? '–' : `${many} of ${of} (${Math.floor((many / of) * 100)} %)`;
}

function all(name: string, share: Share): Figure {
  return { name, measured: shareText(share), aim: '100 %', isMet: share.many === share.of };
}

function none(name: string, { length }: { readonly length: number }): Figure {
  return { name, measured: String(length), aim: '0', isMet: length === 0 };
}

function figuresOf({ hour, verdict }: JudgedHour): readonly Figure[] {
  const { isWindowInFront, news, orderCount, quietForMinutes } = hour.scenario;
  const { callCards, cardCount, routineCards } = verdict;
  const isLunch = orderCount === 200 && !isWindowInFront;
  const callShare = cardCount === 0 ? 1 : callCards / cardCount;
  const isFew = orderCount <= 5 && quietForMinutes === null;
  return [
    all('needs counted on a card within a check interval + 2 s', verdict.counted),
    all('needs named within 30 s', verdict.named),
    none('sounds of an order within a minute of its last', verdict.quickSounds),
    none('sentences untrue when shown', verdict.untrue),
    none('standing cards untrue for more than a check interval', verdict.stale),
    none('cards that the judge cannot read', verdict.notUnderstood),
    none(
      'faults by the laws of the simulation',
      verdict.laws.flatMap(({ faults }) => faults),
    ),
    {
      name: 'orders warned of as probably late that were late',
      measured: shareText(verdict.warnings),
      aim: '–',
      isMet: null,
    },
    { name: 'cards', measured: String(cardCount), aim: '–', isMet: null },
    {
      name: 'cards that need a person / all',
      measured: callShare.toFixed(2),
      aim: isLunch && news === 'calm' ? `≥ ${leastCallShare}` : '–',
      isMet: isLunch && news === 'calm' ? callShare >= leastCallShare : null,
    },
    {
      name: 'routine cards',
      measured: String(routineCards),
      aim: isWindowInFront ? '0' : isLunch && news === 'calm' ? `≤ ${mostRoutineCards}` : '–',
      isMet: isWindowInFront
        ? routineCards === 0
        : isLunch && news === 'calm'
          ? routineCards <= mostRoutineCards
          : null,
    },
    ...(isFew
      ? [
          all('changes of status told alone', verdict.changesAlone),
          all('moves told within a minute', verdict.movesNotified),
        ]
      : []),
  ];
}

/** Whether every aim of an hour is met. */
export function isMet(judged: JudgedHour): boolean {
  return figuresOf(judged).every((figure) => figure.isMet !== false);
}

function kindsTable(needs: readonly JudgedNeed[]): string {
  const kinds = [...new Set(needs.map(({ need }) => need.kind))].toSorted();
  const rows = kinds.map((kind) => {
    const of = needs.filter(({ need }) => need.kind === kind);
    const lateMs = of.flatMap(({ knowableAtMs, namedAtMs }) =>
      namedAtMs === null ? [] : [namedAtMs - knowableAtMs],
    );
    const slowest = lateMs.length === 0 ? '–' : String(Math.round(Math.max(...lateMs, 0) / 1000));
    return [
      kind,
      of.length,
      of.filter(({ isCounted }) => isCounted).length,
      of.filter(({ isNamed }) => isNamed).length,
      slowest,
    ];
  });
  return markdownTable(['need', 'there were', 'counted', 'named', 'slowest name, s'], rows);
}

function hourText(judged: JudgedHour): string {
  const { hour, verdict } = judged;
  const figures = figuresOf(judged).map(({ aim, isMet: met, measured, name }) => [
    name,
    measured,
    aim,
    met === null ? '' : met ? 'met' : 'MISSED',
  ]);
  return `## ${hour.scenario.name}

Seed ${hour.scenario.seed}; a check interval is ${Math.round(hour.intervalMs / 1000)} s; the hour took ${(hour.tookMs / 1000).toFixed(1)} s.

${markdownTable(['figure', 'measured', 'aim', ''], figures)}

${kindsTable(verdict.needs)}
`;
}

const introduction = `What reaches a person in an hour of a lunch rush. The hour comes from a seed: orders go through their lives at the pace of real deliveries, 30 of 200 releases, cancellations, broken and kept promises, silent couriers, an outage of two minutes, refusals with Retry-After, and forty changes within one second. It is played on the services of the program over a profile on the disk, on virtual time; the desktop records each card. The hour knows what was true when, and each card is compared with it: what needs a person has to be counted and named in time, and no sentence may say what is not so. The profile is new, but in the hour with orders of the day before, from which the desk has learned. What was over before it could be known and told is left out. A sound is that of a card. \`npm run bench -- rush\` does it again, \`-- --explain\` lists what missed its aim.`;

/** The page of docs/bench. */
export function pageText(hours: readonly JudgedHour[]): string {
  return `# A lunch rush

On ${today()}, ${machineText()}. ${introduction}

${hours.map(hourText).join('\n')}`;
}

/** What missed its aim, one thing a line. */
export function explanation({ hour, verdict }: JudgedHour): string {
  const missed = verdict.needs
    .filter(({ isCounted, isNamed }) => !isCounted || !isNamed)
    .map(({ knowableAtMs, name, namedAtMs, need }) => {
      const late =
        namedAtMs === null ? 'never' : `${Math.round((namedAtMs - knowableAtMs) / 1000)} s`;
      return `${need.kind} of ${name} at ${new Date(knowableAtMs).toISOString().slice(11, 19)}: named ${late}`;
    });
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['missed', missed],
    ['untrue', verdict.untrue],
    ['stale', verdict.stale],
    ['sounds', verdict.quickSounds],
    ['not read', verdict.notUnderstood],
    ...verdict.laws.map(({ faults, name }) => [`law: ${name}`, faults] as const),
  ];
  const text = lists.map(([title, lines]) =>
    [`  ${title}: ${lines.length}`, ...lines.map((line) => `    ${line}`)].join('\n'),
  );
  return `${hour.scenario.name}\n${text.join('\n')}\n`;
}
