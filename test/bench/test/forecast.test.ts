import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliveriesOf } from '../forecast/deliveries.ts';
import { measured } from '../forecast/measure.ts';
import { measuredTraces } from '../forecast/traces.ts';

/** Deliveries one after the other, of which every third takes too long. */
function csv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const started = new Date(Date.parse('2026-01-01T00:00Z') + index * 3_600_000).toISOString();
    const end = index % 3 === 0 ? 50 + (index % 7) : 38 + (index % 7);
    const pickup = index % 10 === 9 ? ',' : `${10 + (index % 5)},${end - 8}`;
    return `${started},${pickup},${end},bicycle,${1 + (index % 3)}.5`;
  });
  const head =
    'started_at,arrived_pickup_min,left_pickup_min,arrived_dropoff_min,vehicle,km_straight';
  return [head, ...rows, ''].join('\n');
}

function measuredCsv(text: string) {
  const file = join(temporaryFolder(), 'deliveries.csv');
  writeFileSync(file, text);
  return measured(deliveriesOf(file));
}

describe('the measurement of forecasts', () => {
  it('leaves out of the judged deliveries those whose phase is not known', () => {
    const { n, silent } = measuredCsv(csv(500));
    expect({ n, silent }).toEqual({ n: 90, silent: 10 });
  });

  it('learns nothing from a delivery before it is over', () => {
    const [head, first = '', ...rest] = csv(500).split('\n');
    const lasting = first.replace(/,\d+,bicycle/, ',999999,bicycle');
    const without = measuredCsv([head, first.replace(/,\d+,\d+,/, ',,,'), ...rest].join('\n'));
    expect(measuredCsv([head, lasting, ...rest].join('\n'))).toEqual(without);
  });
});

/** A time as traces have it, with nine digits of a second. */
function traceTime(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString().replace('T', ' ');
  return `${text.slice(0, -1)}000000`;
}

/** A courier who drives 300 m around two corners, rests for some minutes and drives on. */
function trace(restMinutes: number): string {
  const rows = [
    [0, 0, 0, 'Driving'],
    [20, 100, 0, 'Driving'],
    [40, 100, 200, 'Driving'],
    [60, 100, 200, 'OnFoot'],
    [60 + restMinutes * 60, 100, 200, 'Driving'],
    [80 + restMinutes * 60, 100, 210, 'Driving'],
  ].map(([seconds, x, y, label]) => `${traceTime(Number(seconds))},${x},${y},${label}`);
  return ['timestamp,x,y,groundtruth', ...rows, ''].join('\n');
}

describe('the measurement of traces', () => {
  it('counts the rests beyond each limit, as set and as learned from the traces', () => {
    const folder = temporaryFolder();
    // Nine of ten rest for no more than five minutes.
    const minutes = Array.from({ length: 40 }, (_, index) => (index % 20 === 0 ? 12 : 5));
    for (const [index, rest] of minutes.entries()) {
      writeFileSync(join(folder, `trace-${index}.csv`), trace(rest));
    }
    const { detour, limits, stretches, traces } = measuredTraces(folder);
    expect({ stretches, traces }).toEqual({ stretches: 40, traces: 40 });
    expect(limits.map(({ seconds, shareOver }) => [seconds, shareOver])).toEqual([
      [180, 1],
      [300, 0.05],
      [600, 0.05],
      [600, 0.05],
    ]);
    expect(detour.p50).toBeCloseTo(300 / Math.hypot(100, 200), 2);
  });
});
