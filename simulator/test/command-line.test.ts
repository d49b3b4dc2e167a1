import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../command-line.ts';

function parsed(...args: readonly string[]) {
  const result = parseCommandLine(args);
  if (!result.ok) {
    throw new RangeError(result.failure);
  }
  return result.value;
}

describe('the command line', () => {
  test('plays the day when nothing else is asked for', () => {
    expect(parsed().scenarioNames).toStrictEqual(['day']);
    expect(parsed('--orders', '5').scenarioNames).toStrictEqual([]);
    expect(parsed('--orders', '5', '--scenario', 'day').scenarioNames).toStrictEqual(['day']);
  });

  test('gives the service what was asked for and leaves the rest to its defaults', () => {
    expect(parsed().options).toStrictEqual({
      clock: 'running',
      hasEtags: true,
      tokenManners: { hasExtras: false, bodies: ['json'] },
    });
    const { options } = parsed(
      ...'--seed 7 --port 8080 --speed 2.5 --orders 50000 --epoch 1000 --spread-minutes 10'.split(
        ' ',
      ),
      ...'--client-id me --token-seconds 5 --latency-ms 20-120 --no-etag --idle-seconds 5'.split(
        ' ',
      ),
      ...'--order-path /transport/orders/{uuid} --base-path /gateway --token-form'.split(' '),
      '--token-extras',
      '--manual-clock',
    );
    expect(options).toStrictEqual({
      seed: 7,
      port: 8080,
      speed: 2.5,
      generatedOrders: 50_000,
      epochMs: 1000,
      spreadMs: 600_000,
      clientId: 'me',
      tokenSeconds: 5,
      latencyMs: [20, 120],
      hasEtags: false,
      orderPath: '/transport/orders/{uuid}',
      basePath: '/gateway',
      idleSeconds: 5,
      clock: 'manual',
      tokenManners: { hasExtras: true, bodies: ['form'] },
    });
  });

  test('speaks TLS with the certificate that was asked for', () => {
    expect(parsed().certificate).toBeNull();
    expect(parsed('--tls', 'expired').certificate).toBe('expired');
  });

  test('a single latency is a fixed one', () => {
    expect(parsed('--latency-ms', '50').options.latencyMs).toStrictEqual([50, 50]);
  });

  test.each([
    [['--orders', 'many']],
    [['--orders', '1.5']],
    [['--orders', '-1']],
    [['--port', '65536']],
    [['--speed', '0']],
    [['--speed', '']],
    [['--latency-ms', '120-20']],
    [['--latency-ms', 'fast']],
    [['--tls', 'broken']],
    [['--nonsense']],
    [['day']],
  ])('refuses %j in one sentence', (args) => {
    const result = parseCommandLine(args);
    expect(result.ok).toBe(false);
    expect(result.ok ? '' : result.failure.split('\n')[0]).toMatch(/\S/);
  });
});
