import { expect } from 'vitest';
import type { ServiceHealth } from '../../../../core/watch/service-health.ts';
import { unreachableBecause, type FaultBench } from '../../../support/faults/fault-bench.ts';
import type { FaultRow } from '../../../support/faults/fault-row.ts';

const minuteMs = 60_000;

function field(name: string, json: string): NonNullable<FaultRow['bench']> {
  return {
    service: {
      faults: [{ match: { target: 'token' }, action: { do: 'setField', path: [name], json } }],
    },
  };
}

const statedLives: readonly FaultRow[] = [
  [3, 'null', 20],
  [4, '0', 3],
  [4, '-5', 3],
  [4, '1', 3],
  [5, '"3600"', 20],
  [5, '3600.5', 20],
  [5, '1e12', 20],
  [5, '3000000000', 20],
  [3, '"soon"', 20],
].map(([fault, json, minutes]) => ({
  fault: Number(fault),
  name: `an expires_in of ${json}: few token requests, and no order waits`,
  bench: field('expires_in', String(json)),
  async strike(bench) {
    await bench.advance(Number(minutes) * minuteMs);
    // At most two a minute for the shortest life, and one every ten minutes for an unknown one.
    expect(bench.service.counts().token).toBeLessThanOrEqual(minutes === 3 ? 8 : 3);
    expect(bench.records.healthChanges).toEqual([]);
  },
}));

const unusableTokens: readonly FaultRow[] = [
  '""',
  '42',
  'null',
  '{}',
  '"with\\r\\nX-Injected: 1"',
  '"zoë"',
].map((json) => ({
  fault: 8,
  name: `a token that is ${json}: a cause of its own, and no request is sent with it`,
  async strike(bench) {
    bench.service.revokeTokens();
    bench.onToken({ do: 'setField', path: ['access_token'], json });
    await bench.advance(2 * minuteMs);
    expect(unreachableBecause(bench)).toBe('token-unreadable');
    expect(bench.service.requests().filter(({ tokenNumber }) => tokenNumber === null)).toHaveLength(
      bench.service.counts().token,
    );
  },
}));

const refusals: readonly FaultRow[] = (
  [
    [7, { do: 'answer', status: 429, retryAfter: '30' }, 'rate-limited'],
    [7, { do: 'answer', status: 503 }, 'service-failing'],
    [9, { do: 'captivePortal', form: 'html' }, 'captive-portal'],
    [9, { do: 'captivePortal', form: 'redirect' }, 'captive-portal'],
    [9, { do: 'truncate', keepShare: 0.5 }, 'token-unreadable'],
    [23, { do: 'zipBomb', inflatesToBytes: 1_000_000_000 }, 'token-unreadable'],
    [7, { do: 'blackHole' }, 'timeout'],
  ] as const
).map(([fault, action, cause]) => ({
  fault,
  name: `no new token because of ${JSON.stringify(action)}: one state with a cause of its own`,
  async strike(bench) {
    bench.service.revokeTokens();
    bench.changeAll({ status: 'active' });
    bench.onToken(action);
    await bench.advance(3 * minuteMs);
    expect(unreachableBecause(bench)).toBe(cause);
    expect(bench.watcher.list().map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(bench.service.counts().token).toBeLessThanOrEqual(25);
  },
}));

const mislabelled: readonly FaultRow[] = [
  { 'Content-Type': 'text/html; charset=utf-8' },
  { 'Content-Encoding': 'utf-8' },
].map((set) => ({
  fault: 69,
  name: `a token with the header ${JSON.stringify(set)}: used`,
  async strike(bench) {
    bench.onToken({ do: 'headers', set });
    bench.service.revokeTokens();
    bench.changeAll({ status: 'active' });
    await bench.advance(minuteMs);
    expect(bench.records.updates).toHaveLength(3);
    expect(bench.records.healthChanges).toEqual([]);
  },
}));

const foreignRefusals: readonly FaultRow[] = (
  [
    [
      'a firewall’s page',
      { status: 403, body: '<!DOCTYPE html><title>Wait</title>' },
      'captive-portal',
    ],
    ['a 403 without a word', { status: 403 }, 'service-failing'],
    ['a 401 without a word', { status: 401 }, 'service-failing'],
    [
      'an error that passes',
      { status: 400, body: { error: 'temporarily_unavailable' } },
      'service-failing',
    ],
  ] as const
).map(([name, answer, cause]) => ({
  fault: 70,
  name: `${name} for a token, after the credentials have worked: a failure that passes, tried again by itself`,
  async strike(bench) {
    bench.onToken({ do: 'answer', ...answer });
    bench.service.revokeTokens();
    bench.changeAll({ status: 'active' });
    await bench.advance(3 * minuteMs);
    expect(unreachableBecause(bench)).toBe(cause);
    expect(bench.records.healthChanges.some(isCredentialsRefused)).toBe(false);
  },
}));

const otherRefusals: readonly FaultRow[] = (
  [
    { status: 403, body: { message: 'jwt expired' } },
    { status: 403 },
    { status: 200, body: { success: false, message: 'Please log in' } },
  ] as const
).map((answer) => ({
  fault: 71,
  name: `a token that ends as ${JSON.stringify(answer)}: one new token, and each check is repeated`,
  bench: { orderCount: 8 },
  async strike(bench) {
    const tokenNumber = bench.service.issuedTokenCount;
    bench.service.fault({
      match: { target: 'order', tokenNumber },
      action: { do: 'answer', ...answer },
    });
    bench.changeAll({ status: 'active' });
    bench.service.clearLog();
    await bench.checkAll();
    expect(bench.service.counts().token).toBe(1);
    expect(bench.service.counts().order).toBeLessThanOrEqual(16);
    expect(bench.records.updates).toHaveLength(8);
    expect(bench.records.healthChanges).toEqual([]);
    expect(bench.watcher.list().every(({ problem }) => problem === null)).toBe(true);
  },
}));

const unusualSchemes: readonly FaultRow[] = ['BearerToken', 'JWT', 'MAC'].map((scheme) => ({
  fault: 72,
  name: `a token of the type ${scheme} at a service that takes Bearer: Bearer once, and first from then on`,
  async strike(bench) {
    bench.onToken({ do: 'setField', path: ['token_type'], json: `"${scheme}"` });
    bench.service.revokeTokens();
    bench.changeAll({ status: 'active' });
    await bench.advance(minuteMs);
    expect(bench.records.updates).toHaveLength(3);
    expect(bench.records.healthChanges).toEqual([]);
    bench.service.clearLog();
    bench.service.revokeTokens();
    await bench.advance(2 * minuteMs);
    expect(bench.service.counts().token).toBe(1);
    const sent = bench.source.checks.filter(({ outcome }) => outcome === 'authorization-refused');
    expect(sent).toEqual([]);
  },
}));

/** Faults of access tokens and of their endpoint. */
export const tokenFaults: readonly FaultRow[] = [
  {
    fault: 1,
    name: 'a 401 for many checks under way: one renewal, and each check is repeated once',
    bench: { orderCount: 8 },
    async strike(bench) {
      bench.service.revokeTokens();
      bench.changeAll({ status: 'active' });
      bench.service.clearLog();
      await bench.checkAll();
      expect(bench.service.counts().token).toBe(1);
      expect(bench.service.counts().order).toBeLessThanOrEqual(16);
      expect(bench.watcher.serviceHealth.state).toBe('reachable');
      expect(bench.records.updates).toHaveLength(8);
    },
  },
  {
    fault: 1,
    name: 'a 401 for every token: the service is unreachable, and no loop of renewals',
    async strike(bench) {
      bench.onOrders({ do: 'refuseToken', form: '401' });
      await bench.advance(5 * minuteMs);
      expect(unreachableBecause(bench)).toBe('authorization-refused');
      expect(bench.service.counts().token).toBeLessThanOrEqual(12);
      expect(bench.service.counts().order).toBeLessThanOrEqual(45);
    },
  },
  {
    fault: 2,
    name: 'a late 401 for the old token: repeated with the new token, which is kept',
    async strike(bench) {
      bench.onOrders({ do: 'delay', ms: 3000 }, { times: 1 }, [bench.first]);
      bench.onOrders({ do: 'refuseToken', form: '401' }, { times: 1 }, [bench.first]);
      bench.watcher.checkNow([bench.first]);
      await bench.advance(200);
      bench.service.revokeTokens();
      bench.watcher.checkNow(bench.ids.slice(1));
      await bench.advance(200);
      expect(bench.service.issuedTokenCount).toBe(2);
      const before = bench.source.checks.length;
      await bench.advance(3000);
      expect(bench.service.issuedTokenCount).toBe(2);
      expect(bench.source.outcomes(before - 3, bench.first)).toContain('unchanged');
    },
  },
  {
    fault: 3,
    name: 'a token without expires_in: used, and renewed about every ten minutes',
    bench: {
      service: {
        faults: [
          { match: { target: 'token' }, action: { do: 'removeField', path: ['expires_in'] } },
        ],
      },
    },
    async strike(bench) {
      await bench.advance(30 * minuteMs);
      expect(bench.service.counts().token).toBeGreaterThanOrEqual(3);
      expect(bench.service.counts().token).toBeLessThanOrEqual(5);
      expect(bench.records.healthChanges).toEqual([]);
    },
  },
  ...statedLives,
  {
    fault: 4,
    name: 'tokens that expire at once: at most 14 token requests in five minutes',
    async strike(bench) {
      bench.service.setTokenSeconds(0);
      bench.service.revokeTokens();
      await bench.advance(5 * minuteMs);
      expect(bench.service.counts().token).toBeLessThanOrEqual(14);
    },
    async clear(bench) {
      bench.service.setTokenSeconds(3600);
    },
  },
  {
    fault: 6,
    name: 'refused credentials: few token requests, one notification, and checking goes on by itself',
    async strike(bench) {
      bench.service.rotateSecret('another');
      bench.service.revokeTokens();
      await bench.advance(10 * minuteMs);
      expect(unreachableBecause(bench)).toBe('credentials-refused');
      // The one of the start, the one that was refused, and those after 30 s, 1, 2 and 4 minutes more.
      expect(bench.service.counts().token).toBeLessThanOrEqual(6);
      expect(bench.service.counts().token).toBeGreaterThan(2);
      const titles = bench.desktop.shown.filter(({ orderId }) => orderId === null);
      expect(titles).toHaveLength(1);
    },
    async clear(bench) {
      bench.service.rotateSecret(bench.secrets[0] ?? '');
    },
  },
  {
    fault: 7,
    name: 'a token endpoint that fails while the old token is valid: checks go on',
    bench: { service: { tokenSeconds: 600 } },
    async strike(bench) {
      bench.onToken({ do: 'answer', status: 500 });
      await bench.advance(590_000);
      expect(bench.service.counts().token).toBeGreaterThan(1);
      expect(bench.service.counts().token).toBeLessThanOrEqual(12);
      expect(bench.records.healthChanges).toEqual([]);
      expect(bench.source.outcomes()).not.toContain('service-failing');
    },
  },
  {
    fault: 7,
    name: 'a token endpoint that hangs while the old token is valid: checks go on',
    bench: { service: { tokenSeconds: 600 } },
    async strike(bench) {
      bench.onToken({ do: 'blackHole' });
      await bench.advance(590_000);
      expect(bench.records.healthChanges).toEqual([]);
    },
  },
  ...unusableTokens,
  ...refusals,
  ...mislabelled,
  ...foreignRefusals,
  ...otherRefusals,
  ...unusualSchemes,
  {
    fault: 11,
    name: 'a client secret that is replaced while checks are under way: used without a restart',
    async strike(bench) {
      const secret = 'a-secret-of-tomorrow';
      bench.secrets.push(secret);
      bench.onOrders({ do: 'delay', ms: 5000 }, { times: 1 }, [bench.first]);
      bench.watcher.checkNow([bench.first]);
      await bench.advance(200);
      bench.service.rotateSecret(secret);
      const { baseUrl, clientId } = stateOf(bench);
      const draft = { baseUrl, clientId, clientSecret: secret };
      const never = new AbortController().signal;
      const saved = await bench.connection.save(draft, () => undefined, never);
      expect(saved).toEqual({ ok: true, value: null });
      bench.service.revokeTokens();
      bench.changeAll({ status: 'active' });
      await bench.checkAll();
      expect(bench.records.updates).toHaveLength(3);
      expect(bench.watcher.serviceHealth.state).toBe('reachable');
    },
  },
];

function stateOf(bench: FaultBench): { readonly baseUrl: string; readonly clientId: string } {
  const { state } = bench.connection;
  if (state.kind !== 'connected') throw new Error('not connected');
  return state;
}

function isCredentialsRefused(health: ServiceHealth): boolean {
  return health.state === 'unreachable' && health.cause === 'credentials-refused';
}
