import { parseArgs } from 'node:util';
import { writePage } from './shared/report.ts';
import { verdictOf } from './rush/judge.ts';
import { type PlayedHour, playedHour, playedJoin } from './rush/play.ts';
import { explanation, isMet, type JudgedHour, pageText } from './rush/report.ts';
import { joinScenario, type Scenario, scenarios } from './rush/scenarios.ts';

/*
 * A lunch hour, played on the services of the program on virtual time, and judged by what reached the
 * person at the desk: is each call for help counted and named in time, is each sentence true, and how much
 * of it all is only news.
 *
 *   npm run bench -- rush                     all hours
 *   npm run bench -- rush --only "5 orders"   those whose name begins like this; nothing is written
 *   npm run bench -- rush --explain           lists also what missed its aim
 *   npm run bench -- rush --cards             lists also each card
 *   npm run bench -- rush --seed 12           another hour; nothing is written
 *
 * Writes docs/bench/rush.md. Ends with 1 when an aim is missed.
 */

const usualSeed = '7';
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: usualSeed },
    only: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
    cards: { type: 'boolean', default: false },
  },
});

const judged: JudgedHour[] = [];
async function judge(
  scenario: Scenario,
  play: (scenario: Scenario) => Promise<PlayedHour>,
): Promise<void> {
  if (!scenario.name.startsWith(values.only)) return;
  const hour = await play(scenario);
  judged.push({ hour, verdict: verdictOf(hour) });
}

const seed = Number(values.seed);
for (const scenario of scenarios(seed)) await judge(scenario, playedHour);
await judge(joinScenario(seed), playedJoin);
if (values.cards) {
  for (const { atMs, body, hasSound, tag, title } of judged.flatMap(({ hour }) => hour.cards)) {
    const time = new Date(atMs).toISOString().slice(11, 19);
    process.stdout.write(`${time} ${hasSound ? '♪' : ' '} [${tag}] ${title} | ${body}\n`);
  }
}
if (values.explain) for (const each of judged) process.stdout.write(explanation(each));
const page = pageText(judged);
if (values.only === '' && values.seed === usualSeed) writePage('rush.md', page);
process.stdout.write(page);
process.exitCode = judged.every(isMet) ? 0 : 1;
