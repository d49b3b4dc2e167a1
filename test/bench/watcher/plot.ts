import { median } from '../shared/machine.ts';
import { aloneClient } from './lane.ts';
import type { PhaseName } from './lane.ts';
import type { WatcherReport } from './figures.ts';

const phases: readonly PhaseName[] = ['start', 'steady', 'recovery', 'wake'];
const ours = '#0b7285';
const others = '#adb5bd';

interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Bars whose lengths go by the logarithm: a burst of 50 and one of 5,000 both have to be seen. */
function panel(title: string, bars: readonly Bar[], top: number): readonly string[] {
  const most = Math.log10(Math.max(10, ...bars.map(({ value }) => value)));
  return [
    `<text x="20" y="${top}" font-weight="bold">${title}</text>`,
    ...bars.flatMap(({ label, value }, index) => {
      const y = top + 12 + index * 22;
      const width = Math.max(1, Math.round((Math.log10(Math.max(value, 1)) / most) * 420));
      const fill = label.startsWith('waybell') ? ours : others;
      return [
        `<text x="150" y="${y + 13}" text-anchor="end">${label}</text>`,
        `<rect x="160" y="${y}" width="${width}" height="17" fill="${fill}"/>`,
        `<text x="${168 + width}" y="${y + 13}">${value}</text>`,
      ];
    }),
  ];
}

/** The largest number of requests in any 100 ms, by phase, at the largest size that everybody survived. */
export function reportPlot(report: WatcherReport): string {
  const sizes = [...new Set(report.runs.map(({ orders }) => orders))].toSorted((a, b) => b - a);
  const size =
    sizes.find((orders) =>
      report.runs.every((run) => run.orders !== orders || run.died === undefined),
    ) ??
    sizes.at(-1) ??
    0;
  const runs = report.runs.filter((run) => run.orders === size && run.client !== aloneClient);
  const clients = [...new Set(runs.map(({ client }) => client))].toSorted(
    (a, b) => Number(b === 'waybell') - Number(a === 'waybell'),
  );
  const panelHeight = 40 + clients.length * 22;
  const body = phases.flatMap((phase, index) =>
    panel(
      phase,
      clients.map((client) => ({
        label: client,
        value: median(
          runs
            .filter((run) => run.client === client)
            .flatMap((run) => run.phases[phase]?.mostIn100Ms ?? []),
        ),
      })),
      60 + index * panelHeight,
    ),
  );
  const height = 60 + phases.length * panelHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 ${height}" font-family="sans-serif" font-size="13"><rect width="680" height="${height}" fill="#fff"/><text x="20" y="26" font-size="15">Most requests in any 100 ms, ${size.toLocaleString('en')} orders (logarithmic; less is kinder)</text>${body.join('')}</svg>\n`;
}
