import { markdownTable } from '../shared/machine.ts';

/** What the measurement of the client came to; medians of the rounds. */
export interface ClientReport {
  /** Year, month, day. */
  readonly measuredOn: string;
  readonly machine: string;
  readonly rounds: number;
  readonly clients: readonly {
    readonly name: string;
    readonly requestsPerSecond: number;
    readonly cpuMicrosPerRequest: number;
  }[];
  /** Per order. */
  readonly detectionNanoseconds: {
    readonly unchangedOurs: number;
    readonly unchangedParsed: number;
    readonly changedOurs: number;
    readonly changedParsed: number;
  };
  readonly targets: readonly {
    readonly name: string;
    readonly what: string;
    readonly ratio: number;
    readonly target: number;
    readonly isMet: boolean;
  }[];
}

/** The report for people, as Markdown. */
export function reportText(report: ClientReport): string {
  const ours = report.clients.find(({ name }) => name === 'waybell-304');
  const detection = report.detectionNanoseconds;
  return `# What one check costs

Measured ${report.measuredOn} on ${report.machine}; medians of ${report.rounds} interleaved rounds with
50 requests in flight against one prepared server. Read the ratios: absolute numbers move with the
machine, and a target is the median of the rounds' own ratios. \`npm run bench -- client\` measures anew.

${markdownTable(
  ['Client', 'Requests/s', 'CPU µs/request', '× our CPU'],
  report.clients.map(({ name, requestsPerSecond, cpuMicrosPerRequest }) => [
    name,
    requestsPerSecond,
    cpuMicrosPerRequest,
    (cpuMicrosPerRequest / (ours?.cpuMicrosPerRequest ?? Number.NaN)).toFixed(2),
  ]),
)}

![CPU per request](client.svg)

${markdownTable(
  ['Finding a change in one order', 'ns'],
  [
    ['unchanged, our bytes', detection.unchangedOurs],
    ['unchanged, parse + zod + stringify', detection.unchangedParsed],
    ['changed, our reading and comparison', detection.changedOurs],
    ['changed, parse + zod + deep comparison', detection.changedParsed],
  ],
)}

${markdownTable(
  ['Target', 'Ratio', 'Wanted at least', ''],
  report.targets.map(({ name, what, ratio, target, isMet }) => [
    `${name}: ${what}`,
    ratio,
    target,
    isMet ? 'met' : 'MISSED',
  ]),
)}
`;
}

/** The CPU of each client as bars. */
export function reportPlot({ clients }: ClientReport): string {
  const most = Math.max(...clients.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest));
  const bars = clients.map(({ name, cpuMicrosPerRequest }, index) => {
    const y = 40 + index * 28;
    const width = Math.max(1, Math.round((cpuMicrosPerRequest / most) * 420));
    const fill = name.startsWith('waybell') ? '#0b7285' : '#868e96';
    return `<text x="130" y="${y + 14}" text-anchor="end">${name}</text><rect x="140" y="${y}" width="${width}" height="20" fill="${fill}"/><text x="${148 + width}" y="${y + 14}">${cpuMicrosPerRequest}</text>`;
  });
  const height = 56 + clients.length * 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${height}" font-family="sans-serif" font-size="13"><rect width="640" height="${height}" fill="#fff"/><text x="140" y="24">CPU microseconds per request; less is better</text>${bars.join('')}</svg>\n`;
}
