import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bootAddress,
  bootTitle,
  claimScheme,
  innerPolicy,
  toInnerAddress,
  toOuterAddress,
} from '../../tools/electron-host/host/protocol/scheme-addresses.ts';

claimScheme('app');

describe('addresses of a custom scheme', () => {
  test.each([
    ['app://bundle/index.html', 'https://bundle.app.host.invalid/index.html'],
    ['app://bundle', 'https://bundle.app.host.invalid/'],
    ['app://bundle/a?b=c#d', 'https://bundle.app.host.invalid/a?b=c#d'],
    ['app:///x', 'https://root.app.host.invalid/x'],
    ['https://example.org/app://x', 'https://example.org/app://x'],
    ['other://bundle/x', 'other://bundle/x'],
  ])('%s is %s inside Chromium', (outer, inner) => {
    expect(toInnerAddress(outer)).toBe(inner);
  });

  test('each way back gives the address that the app knows', () => {
    const host = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/).filter((name) => name !== 'root');
    fc.assert(
      fc.property(host, fc.webPath(), (name, path) => {
        const outer = `app://${name}${path.startsWith('/') ? path : `/${path}`}`;
        expect(toOuterAddress(toInnerAddress(outer))).toBe(outer);
      }),
    );
  });

  test('addresses of others stay as they are', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        expect(toInnerAddress(url)).toBe(url);
        expect(toOuterAddress(url)).toBe(url);
      }),
    );
  });

  test('a boot address gives its title back, and no other address has one', () => {
    expect(bootTitle(bootAddress('w12'))).toBe('w12');
    expect(bootTitle('https://bundle.app.host.invalid/')).toBeUndefined();
  });
});

describe('a Content-Security-Policy', () => {
  test.each([
    ["default-src 'self'", "default-src 'self'"],
    ['script-src app:', 'script-src https://*.app.host.invalid'],
    ["script-src 'self' app://bundle; x", "script-src 'self' https://bundle.app.host.invalid; x"],
    ['img-src app://bundle/img/', 'img-src https://bundle.app.host.invalid/img/'],
    ['img-src data: https:', 'img-src data: https:'],
    ["script-src 'sha256-app:'", "script-src 'sha256-app:'"],
  ])('%s becomes %s', (policy, inner) => {
    expect(innerPolicy(policy)).toBe(inner);
  });
});
