import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { desktopPackages } from '../../../tools/runtime/desktop-packages.ts';

const debian = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n';
const ubuntu = 'PRETTY_NAME="Ubuntu 24.04 LTS"\nID=ubuntu\nID_LIKE=debian\n';
const mint = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n';

test('Ubuntu has Chromium under a name of its own, with the sandbox inside', () => {
  expect(desktopPackages(ubuntu)).toContain('chromium-browser');
  expect(desktopPackages(ubuntu)).not.toContain('chromium');
  expect(desktopPackages(ubuntu)).not.toContain('chromium-sandbox');
});

test.each([debian, mint, ''])('everywhere else they are Debian’s names (%j)', (release) => {
  expect(desktopPackages(release)).toEqual(
    expect.arrayContaining(['chromium', 'chromium-sandbox']),
  );
  expect(desktopPackages(release)).not.toContain('chromium-browser');
});

test('the workflow installs the same on its Ubuntu', () => {
  const workflow = readFileSync('.github/workflows/test.yml', 'utf8');
  const [, names = ''] = /apt-get install -y --no-install-recommends (.*)/.exec(workflow) ?? [];
  expect(names.split(' ').toSorted()).toEqual(desktopPackages(ubuntu).toSorted());
});
