import { parseArgs } from 'node:util';
import { deliveriesOf } from './forecast/deliveries.ts';
import { measured } from './forecast/measure.ts';
import { aimsOf, pageText } from './forecast/report.ts';
import { exitCodeOf, writePage } from './shared/report.ts';

/*
 * How well the promise forecaster knows real deliveries: plays a file of them through it and prints what came of it as
 * one JSON object.
 *
 *   npm run -s bench -- forecast FILE.csv             started_at, arrived_pickup_min, left_pickup_min,
 *                                                     arrived_dropoff_min, km_straight in any order
 *   npm run -s bench -- forecast FILE.csv --page      writes docs/bench/forecast.md too, and ends with 1
 *                                                     when an aim is missed
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean', default: false } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Name a CSV file of deliveries.');
const figures = measured(deliveriesOf(file));
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
if (values.page) {
  writePage('forecast.md', pageText(figures));
  process.exitCode = exitCodeOf(aimsOf(figures));
}
