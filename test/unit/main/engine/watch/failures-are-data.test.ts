import { describe, expect, test } from 'vitest';
import {
  DeliveryError,
  type DeliveryFailureCode,
  type FailureScope,
} from '../../../../../core/delivery/delivery-failure.ts';
import { failureText } from '../../../../../core/delivery/failure-text.ts';
import { failureScope } from '../../../../../core/delivery/delivery-failure.ts';
import { languages } from '../../../../../core/text/language.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

/** Who has to do something before it is tried again. */
type Next = 'byItself' | 'person';

/** Every failure there is: what it is about, and who brings the next try. A new one does not compile. */
const failures: Readonly<Record<DeliveryFailureCode, readonly [FailureScope, Next]>> = {
  'dns-failed': ['host', 'byItself'],
  unreachable: ['host', 'byItself'],
  timeout: ['host', 'byItself'],
  'connection-lost': ['host', 'byItself'],
  'tls-untrusted': ['host', 'byItself'],
  'tls-failed': ['host', 'byItself'],
  'proxy-refused': ['machine', 'byItself'],
  'proxy-unusable': ['machine', 'byItself'],
  'captive-portal': ['machine', 'byItself'],
  'hub-away': ['host', 'byItself'],
  'desk-revoked': ['machine', 'byItself'],
  'log-gone': ['machine', 'byItself'],
  'rate-limited': ['host', 'byItself'],
  'service-failing': ['host', 'byItself'],
  'protocol-violation': ['host', 'byItself'],
  'credentials-refused': ['credentials', 'byItself'],
  'token-unreadable': ['credentials', 'byItself'],
  'token-endpoint-missing': ['credentials', 'byItself'],
  'authorization-refused': ['credentials', 'byItself'],
  'keychain-unavailable': ['machine', 'person'],
  'order-not-found': ['order', 'byItself'],
  'order-gone': ['order', 'person'],
  'order-forbidden': ['order', 'byItself'],
  'order-rejected': ['order', 'byItself'],
  'answer-unreadable': ['order', 'byItself'],
  'answer-too-large': ['order', 'byItself'],
  'answer-for-another-order': ['order', 'byItself'],
};
const codes = Object.keys(failures) as DeliveryFailureCode[];

describe.each(codes)('%s', (code) => {
  const [scope, next] = failures[code];

  test(`concerns the ${scope}, and the next try comes ${next === 'person' ? 'with a person' : 'by itself, at a time that is known'}`, async () => {
    const { clock, source, watcher, add } = watchBench();
    watcher.start();
    await add(1, 2, 3);
    await clock.advance(30_000);
    const [troubled, other] = [orderIdAt(1), orderIdAt(2)];
    const isMeant = (id: typeof troubled): boolean => scope !== 'order' || id === troubled;
    source.outcome = (id) => (isMeant(id) ? new DeliveryError(code) : null);
    await clock.advance(4 * 60_000);
    const { serviceHealth } = watcher;
    const nextAtMs =
      scope === 'order'
        ? watcher.plan(troubled).nextCheckAtMs
        : serviceHealth.state === 'unreachable'
          ? serviceHealth.retryAtMs
          : null;
    expect(failureScope(code)).toBe(scope);
    expect({
      serviceHealth: serviceHealth.state === 'unreachable' ? serviceHealth.cause : 'reachable',
      troubled: watcher.get(troubled)?.problem?.code ?? null,
      other: watcher.get(other)?.problem ?? null,
      next: nextAtMs === null ? 'person' : 'byItself',
      isNextAhead: nextAtMs === null || nextAtMs >= clock.wallMs() - 1000,
    }).toEqual({
      serviceHealth: scope === 'order' ? 'reachable' : code,
      troubled: scope === 'order' ? code : null,
      other: null,
      next,
      isNextAhead: true,
    });
    // The last good state is still there.
    expect(watcher.list().every(({ order }) => order !== null)).toBe(true);
    await watcher.stop();
  });

  test.each(languages)(
    'is read in plain words in %s, with what follows or what to do',
    (language) => {
      for (const httpStatus of [null, 503]) {
        const { title, message } = failureText(code, httpStatus, language);
        expect(title).toMatch(/^[^.!{}]{2,60}$/);
        expect(message).toMatch(/^[^!{}]{10,}[.。]$/);
        expect(message).not.toMatch(
          /\b(?:fatal|invalid|illegal|oops|sorry|you failed|your fault)\b/i,
        );
      }
    },
  );
});

test.each(languages)('no two failures are called the same in %s', (language) => {
  const titles = codes.map((code) => failureText(code, null, language).title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
