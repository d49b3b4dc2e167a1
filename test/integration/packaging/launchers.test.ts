import { LinuxPackager, Packager, type Target } from 'electron-builder';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { foreignSwitches } from '../../../main/desktop/system/foreign-switches.ts';

/* How the packages for Linux are started from the menu, as electron-builder writes it. */

/** The part of electron-builder's target that is read here. */
const targetSchema = z.object({ desktopEntry: z.object({ value: z.instanceof(Promise) }) });

test('the AppImage’s entry in the menu has no switch that Waybell refuses', async () => {
  const packager = new Packager({ projectDir: process.cwd(), config: {} });
  await packager.validateConfig();
  const linux = new LinuxPackager(packager);
  let target: Target | null = null;
  linux.createTargets(['appimage'], (_name, make) => {
    target = make('/tmp');
  });
  const entry = z.string().parse(await targetSchema.parse(target).desktopEntry.value);
  const [, command = ''] = /^Exec=(.*)$/m.exec(entry) ?? [];
  expect(command).toMatch(/^AppRun\b.*%U$/);
  const switches = [...command.matchAll(/--([\w-]+)/g)].map(([, name]) => name ?? '');
  const foreign = new Set<string>([...foreignSwitches.refused, ...foreignSwitches.removed]);
  expect(switches.filter((name) => foreign.has(name))).toEqual([]);
});
