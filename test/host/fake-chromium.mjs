#!/usr/bin/env node
// Stands in for Chromium where only its start matters: without --no-sandbox it says what Chromium
// says on a machine that allows no sandbox, otherwise it answers every DevTools command.
import { createReadStream, writeSync } from 'node:fs';

if (!process.argv.includes('--no-sandbox')) {
  console.error('[1:1:FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox! ...');
  process.exit(1);
}
if (process.argv.includes('--fail')) {
  console.error('no display');
  process.exit(1);
}
createReadStream('', { fd: 3 })
  .setEncoding('utf8')
  .on('data', (text) => {
    for (const message of text.split('\0').filter(Boolean)) {
      const { id, method } = JSON.parse(message);
      // At once: it may be the last thing before the end.
      writeSync(4, `${JSON.stringify({ id, result: { method } })}\0`);
      if (method === 'Browser.close') process.exit(0);
    }
  })
  .on('close', () => process.exit(0));
