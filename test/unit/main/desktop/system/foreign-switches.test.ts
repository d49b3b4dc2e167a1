import { expect, test } from 'vitest';
import { dropForeignSwitches } from '../../../../../main/desktop/system/foreign-switches.ts';

function lineWith(...names: readonly string[]) {
  const switches = new Set(names);
  return {
    switches,
    hasSwitch: (name: string) => switches.has(name),
    removeSwitch: (name: string) => void switches.delete(name),
  };
}

test.each([
  'remote-debugging-port',
  'remote-debugging-pipe',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'load-extension',
  'disable-web-security',
])('a package does not take --%s', (name) => {
  const line = lineWith('hidden', name, 'lang');
  expect(dropForeignSwitches(line)).toEqual([name]);
  expect([...line.switches]).toEqual(['hidden', 'lang']);
});

test('switches that hand nothing over stay', () => {
  const line = lineWith('no-sandbox', 'disable-gpu', 'force-device-scale-factor', 'user-data-dir');
  expect(dropForeignSwitches(line)).toEqual([]);
  expect(line.switches.size).toBe(4);
});
