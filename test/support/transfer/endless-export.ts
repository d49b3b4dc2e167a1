import { dirname } from 'node:path';
import { saveFile } from '../../../main/engine/transfer/save-file.ts';

/* A process that writes an export without end, until it is told to: `endless-export.ts FILE`. */

function* endless(): Generator<string, void> {
  for (;;) yield ' ';
}

const [, , path = ''] = process.argv;
await saveFile(path, endless(), { profileDir: `${dirname(path)}/profile`, replaces: 'any' });
