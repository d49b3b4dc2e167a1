import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DeliveryError } from '../../../../../core/delivery/delivery-failure.ts';
import { proxyRoute, systemRoute } from '../../../../../main/engine/delivery/proxy/proxy-choice.ts';

const origin = 'https://api.example.com';
const plain = { scheme: 'http', host: 'proxy', port: 3128, credentials: null };
const socks = { scheme: 'socks5', host: 'proxy', port: 1080, credentials: null };
const withEnvironment = (environment: Record<string, string>) => ({ environment });

describe('the choice of a proxy', () => {
  test.each([
    ['PROXY proxy:3128', [plain]],
    ['PROXY proxy:3128; DIRECT', [plain, null]],
    ['DIRECT', [null]],
    ['', [null]],
    ['HTTPS proxy:8443', [{ ...plain, scheme: 'https', port: 8443 }]],
    ['HTTPS proxy', [{ ...plain, scheme: 'https', port: 443 }]],
    ['SOCKS5 proxy:1080; PROXY proxy:3128', [socks, plain]],
    ['SOCKS5 proxy', [socks]],
    ['SOCKS proxy:1080; PROXY proxy:3128', [plain]],
    ['PROXY :::; DIRECT', [null]],
    ['DIRECT; PROXY proxy:3128', [null, plain]],
    ['proxy proxy:3128;;direct;', [plain, null]],
    ['PROXY [::1]:3128', [{ ...plain, host: '::1' }]],
  ])('the system’s %j is understood', (answer, route) => {
    expect(systemRoute(answer)).toEqual(route);
  });

  test('a system that names only proxies that cannot be used is a failure with a name', () => {
    for (const answer of [
      'SOCKS proxy:1080',
      'SOCKS4 proxy:1080',
      'PROXY',
      'QUIC proxy:443',
      '?',
    ]) {
      expect(() => systemRoute(answer)).toThrow(new DeliveryError('proxy-unusable'));
    }
  });

  test('the system is asked about the address of the service', async () => {
    const asked: string[] = [];
    const resolveProxy = async (url: string): Promise<string> => {
      asked.push(url);
      return 'PROXY proxy:3128';
    };
    const surroundings = { environment: {}, resolveProxy };
    expect(await proxyRoute({ kind: 'system' }, origin, surroundings)).toEqual([plain]);
    expect(asked).toEqual([origin]);
  });

  test('a system that fails to answer means a direct connection', async () => {
    const surroundings = {
      environment: {},
      resolveProxy: () => Promise.reject<string>(new Error('no session')),
    };
    expect(await proxyRoute({ kind: 'system' }, origin, surroundings)).toEqual([null]);
  });

  test('where no system can be asked, the environment is asked', async () => {
    const surroundings = withEnvironment({ HTTPS_PROXY: 'http://proxy:3128' });
    expect(await proxyRoute({ kind: 'system' }, origin, surroundings)).toEqual([plain]);
  });

  test.each([
    [{ HTTPS_PROXY: 'http://proxy:3128' }, [plain]],
    [{ https_proxy: 'proxy:3128' }, [plain]],
    [{ ALL_PROXY: 'http://proxy:3128' }, [plain]],
    [{ ALL_PROXY: 'socks5h://proxy:1080' }, [socks]],
    [{ ALL_PROXY: 'socks5://proxy', https_proxy: 'proxy:3128' }, [plain]],
    [{ HTTP_PROXY: 'http://proxy:3128' }, [null]],
    [{}, [null]],
    [{ https_proxy: 'http://proxy:3128', no_proxy: '*' }, [null]],
    [{ https_proxy: 'http://proxy:3128', NO_PROXY: 'x.org, example.com' }, [null]],
    [{ https_proxy: 'http://proxy:3128', NO_PROXY: '.example.com' }, [null]],
    [{ https_proxy: 'http://proxy:3128', NO_PROXY: '*.example.com:443' }, [null]],
    [{ https_proxy: 'http://proxy:3128', NO_PROXY: 'example.com:8443' }, [plain]],
    [{ https_proxy: 'http://proxy:3128', NO_PROXY: 'ample.com' }, [plain]],
    [{ https_proxy: '', HTTPS_PROXY: 'http://proxy:3128' }, [plain]],
    [{ Https_Proxy: 'http://proxy:3128', No_Proxy: 'example.com' }, [null]],
    [{ HTTPS_PROXY: '"http://proxy:3128"' }, [plain]],
    [{ HTTPS_PROXY: ' proxy:3128 ', no_proxy: '', NO_PROXY: 'example.org' }, [plain]],
    [{ HTTPS_PROXY: 'http://proxy:3128/' }, [plain]],
  ])('the environment %j is understood', async (environment, route) => {
    const surroundings = withEnvironment(environment);
    expect(await proxyRoute({ kind: 'environment' }, origin, surroundings)).toEqual(route);
  });

  test.each([
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3:8443', '10.1.2.3', true],
    ['https://10.1.2.3:8443', '10.1.2.3:8443', true],
    ['https://10.1.2.3:8443', '10.1.2.3:443', false],
    ['https://[fd00::7]', 'fd00::/8', true],
    ['https://[fd00::7]', 'FD00::7', true],
    ['https://[fd00::7]:8443', '[fd00::7]:8443', true],
    ['https://[fd00::7]', '[fd00::7]', true],
    ['https://[fd00::7]', '10.0.0.0/8', false],
    ['https://api.example.com', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.0.0.0/33', false],
    ['https://10.1.2.3', '10.0.0/8', false],
    ['https://10.1.2.3', '2.3', false],
    ['https://10.1.2.3', '010.1.2.3', false],
    ['https://[fd00::7]', 'fd00:0:0::7', true],
    ['https://[fd00::7]:8443', '[fd00::7]:443', false],
    ['https://[fd00::7]', '[fd00::]/8', true],
    ['https://api.example.com', 'other.org;example.com', true],
    ['https://api.example.com', 'other.org; example.com ;', true],
    ['https://api.example.com', 'other.org\texample.com', true],
    ['https://api.example.com', 'example.com.', true],
    ['https://api.example.com', '.example.com.', true],
    ['https://api.example.com', 'api.example.com.:443', true],
    ['https://api.example.com', 'api.example.com.:8443', false],
    ['https://api.example.com.', 'example.com', true],
    ['https://api.example.com.', 'api.example.com.', true],
    ['https://api.example.com', 'API.Example.COM', true],
    ['https://api.example.com', '"other.org,example.com"', true],
    ['https://api.example.com', "'example.com'", true],
    ['https://api.example.com', '"other.org","example.com"', true],
    ['https://api.example.com', 'other.org, *', true],
    ['https://api.example.com', '*.org', false],
    ['https://api.example.com', 'example.com.hk', false],
    ['https://api.example.com', '.', false],
    ['https://api.example.com', ';,', false],
    ['https://api.公司.example', '公司.example', true],
  ])('%s is an exception by NO_PROXY=%s: %s', async (address, exceptions, isExcepted) => {
    const surroundings = withEnvironment({ https_proxy: 'proxy:3128', no_proxy: exceptions });
    const route = await proxyRoute({ kind: 'environment' }, address, surroundings);
    expect(route).toEqual(isExcepted ? [null] : [plain]);
  });

  test('a service on this computer is asked directly, whatever proxy is chosen', async () => {
    const surroundings = withEnvironment({ https_proxy: 'http://proxy:3128' });
    for (const local of ['http://127.0.0.1:4000', 'https://localhost:8443', 'http://[::1]']) {
      const fixed = { kind: 'fixed', url: 'http://proxy:3128' } as const;
      expect(await proxyRoute(fixed, local, surroundings)).toEqual([null]);
      expect(await proxyRoute({ kind: 'environment' }, local, surroundings)).toEqual([null]);
    }
  });

  test('“none” asks neither the system nor the environment', async () => {
    const surroundings = withEnvironment({ https_proxy: 'http://proxy:3128' });
    expect(await proxyRoute({ kind: 'none' }, origin, surroundings)).toEqual([null]);
  });

  test('credentials of a proxy are read from its address', async () => {
    const surroundings = withEnvironment({ https_proxy: 'http://desk:w%40rd@proxy:3128' });
    const [proxy] = await proxyRoute({ kind: 'environment' }, origin, surroundings);
    expect(proxy).toEqual({ ...plain, credentials: { userName: 'desk', password: 'w@rd' } });
  });

  test.each([
    [String.raw`http://OFFICE\desk:w%40rd@proxy:3128`, String.raw`OFFICE\desk`, 'w@rd'],
    ['http://OFFICE%5Cdesk:word@proxy:3128', String.raw`OFFICE\desk`, 'word'],
    [String.raw`OFFICE\desk:word@proxy:3128`, String.raw`OFFICE\desk`, 'word'],
    ['http://desk%40office.example:word@proxy:3128', 'desk@office.example', 'word'],
    ['http://desk@office.example:word@proxy:3128', 'desk@office.example', 'word'],
    ['http://desk:100%@proxy:3128', 'desk', '100%'],
    ['http://desk:%zz%41@proxy:3128', 'desk', '%zzA'],
    ['http://desk:a:b@proxy:3128', 'desk', 'a:b'],
    ['http://desk:%E5%AF%86@proxy:3128', 'desk', '密'],
    ['http://desk@proxy:3128', 'desk', ''],
  ])(
    '%s signs in with the user name %s and the password %s',
    async (address, userName, password) => {
      const surroundings = withEnvironment({ https_proxy: address });
      const [proxy] = await proxyRoute({ kind: 'environment' }, origin, surroundings);
      expect(proxy).toEqual({ ...plain, credentials: { userName, password } });
    },
  );

  test('an unreadable proxy address is refused, and the error quotes none of it', async () => {
    for (const address of [
      'http://desk:canary@:bad:',
      'socks4://desk:canary@proxy',
      'ftp://desk:canary@proxy',
      'http://desk:canary@',
    ]) {
      const surroundings = withEnvironment({ https_proxy: address });
      const route = proxyRoute({ kind: 'environment' }, origin, surroundings);
      const error: unknown = await route.catch((thrown: unknown) => thrown);
      expect(error).toEqual(new DeliveryError('proxy-unusable'));
      expect(inspect(error)).not.toContain('canary');
    }
  });
});
