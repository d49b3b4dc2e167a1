import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { appId, linkScheme } from '../../../../main/desktop/app-identity.ts';

const recipe = readFileSync('electron-builder.yml', 'utf8');

describe('who the program is', () => {
  test('the package has the identity that Windows knows the notifications by', () => {
    expect(/^appId: (.+)$/m.exec(recipe)?.[1]).toBe(appId);
  });

  test('the package registers the scheme of our links', () => {
    expect(recipe).toContain(`      - ${linkScheme}\n`);
    expect(recipe).toContain(`x-scheme-handler/${linkScheme}`);
  });

  test('the file by which an NSIS copy is known has the name that the packer gives it', () => {
    const template = 'node_modules/app-builder-lib/templates/nsis/common.nsh';
    expect(readFileSync(template, 'utf8')).toContain('"Uninstall ${PRODUCT_FILENAME}.exe"');
    expect(recipe).toContain('productName: Waybell\n');
  });
});
