import { expect, test } from 'vitest';
import { type ExportKind, exportKinds, isExport } from '../../../../core/transfer/export-signs.ts';

const head = '3 open, 1 needs attention';

test.each<[ExportKind | null, string]>([
  ['orderList', '{"format":"waybell-hand-over","version":1'],
  ['settings', '{ "format": "waybell-settings",'],
  ['recording', '{"waybellRecording":1}'],
  ['summary', head],
  ['summary', `${head}, 2 handled:\n• Florist: long wait\n`],
  ['summary', '1,312 open, 12 need attention, 1,100 handled:\n• Florist\nand 1,300 more\n'],
  [null, ''],
  [null, ' {"waybellRecording":1}'],
  [null, '{"format":"waybell-diagnosis"'],
  [null, `Notes: ${head}:`],
  [null, `${head}: yes`],
  [null, `${head}:\ncall the florist`],
  [null, `${head}:\n• Florist\n\n`],
  [null, `${head}:\n• Florist\ncall her • today\n`],
  [null, `${head}:\nand 3 more\n• Florist\n`],
  [null, `${head}:\n• Florist\nand 3 more orders\n`],
  [null, `${head}:\n• Florist\ncall 2 and 3 more\n`],
])('that a file is known as an export of %s: %j', (kind, beginning) => {
  const found = exportKinds.filter((each) => isExport(beginning, each));
  expect(found).toEqual(kind === null ? [] : [kind]);
});
