import { parseArgs } from 'node:util';
import { deliveriesOf } from './forecast/deliveries.ts';
import { measured } from './forecast/measure.ts';
import { aimsOf, pageText } from './forecast/report.ts';
import { measuredStays } from './forecast/stays.ts';
import { measuredTraces } from './forecast/traces.ts';
import { exitCodeOf, writePage } from './shared/report.ts';

/*
 * How well the promise forecaster knows real deliveries: plays a file of them through it and prints what came of it as
 * one JSON object.
 *
 *   npm run -s bench -- forecast FILE.csv             started_at, arrived_pickup_min, left_pickup_min,
 *                                                     arrived_dropoff_min, km_straight in any order
 *   npm run -s bench -- forecast --traces FOLDER      how long couriers rest beside the limits for that, and their
 *                                                     way over straight distance, from a folder of traces: CSV
 *                                                     files with timestamp, x, y and groundtruth; unpack an
 *                                                     archive of them before, as by unzip -d FOLDER FILE.zip
 *   npm run -s bench -- forecast FILE.csv --traces FOLDER --page
 *                                                     writes docs/bench/forecast.md too, and ends with 1
 *                                                     when an aim is missed
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean', default: false }, traces: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined && values.traces === undefined)
  throw new Error('Name a CSV file of deliveries, or a folder of traces.');
const deliveries = file === undefined ? null : deliveriesOf(file);
const figures = deliveries && measured(deliveries);
const stays = deliveries && measuredStays(deliveries);
const traces = values.traces === undefined ? null : measuredTraces(values.traces);
const printed = { ...figures, ...(stays && { stays }), ...(traces !== null && { traces }) };
process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
if (values.page) {
  if (figures === null || stays === null || traces === null) {
    throw new Error('The page has both parts.');
  }
  writePage('forecast.md', pageText(figures, stays, traces));
  process.exitCode = exitCodeOf(aimsOf(figures));
}
