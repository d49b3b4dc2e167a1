import { picked, type Random, type FaultRuleSource } from '@waybell/simulator';
import type { FaultBench } from '../../support/faults/fault-bench.ts';

/** Something that goes wrong for a while, and may do so together with another trouble. */
export interface Trouble {
  readonly name: string;
  readonly begin: (bench: FaultBench, random: Random) => void | Promise<void>;
  readonly end?: (bench: FaultBench) => void | Promise<void>;
}

type Action = FaultRuleSource['action'];

/** Which requests a rule applies to: all, some, those of a share of the orders, or those of one. */
function someRequests(bench: FaultBench, random: Random): Omit<FaultRuleSource, 'action' | 'name'> {
  return picked<Omit<FaultRuleSource, 'action' | 'name'>>(
    [
      { match: { target: 'order' } },
      { match: { target: 'order' }, when: { probability: 0.5 } },
      { match: { target: 'order' }, when: { every: 3 } },
      { match: { target: 'order' }, when: { orderShare: 0.4 } },
      { match: { target: 'order', uuids: [bench.first] } },
      { match: { target: 'order', isReused: true } },
      { match: { target: 'token' } },
      { match: {} },
    ],
    random,
  );
}

function answered(action: Action): Trouble {
  const name = JSON.stringify(action);
  return {
    name,
    begin(bench, random) {
      bench.service.fault({ name, ...someRequests(bench, random), action });
    },
    end: (bench) => bench.service.faults.clear(name),
  };
}

const actions: readonly Action[] = [
  { do: 'answer', status: 429, retryAfter: '7' },
  { do: 'answer', status: 429 },
  { do: 'answer', status: 503, retryAfter: { form: 'imf-fixdate', seconds: 12 } },
  { do: 'answer', status: 500 },
  { do: 'answer', status: 404 },
  { do: 'answer', status: 403 },
  { do: 'answer', status: 407 },
  { do: 'answer', status: 204 },
  { do: 'answer', status: 400, body: { error: 'invalid_request' } },
  { do: 'captivePortal', form: 'html' },
  { do: 'captivePortal', form: 'redirect' },
  { do: 'redirect', status: 308, location: '/elsewhere' },
  { do: 'refuseToken', form: '401' },
  { do: 'refuseToken', form: '200-error-body' },
  { do: 'notModified' },
  { do: 'etag', form: 'changing' },
  { do: 'etag', form: 'constant' },
  { do: 'etag', form: 'absent' },
  { do: 'truncate', keepShare: 0.6 },
  { do: 'encode', form: 'utf-16le' },
  { do: 'nest', depth: 10_000 },
  { do: 'otherUuid' },
  { do: 'envelope', shape: 'data' },
  { do: 'envelope', shape: 'unknown' },
  { do: 'compress', coding: 'gzip' },
  { do: 'zipBomb', inflatesToBytes: 100_000_000 },
  { do: 'delay', ms: 4000 },
  { do: 'delay', ms: 30_000 },
  { do: 'blackHole' },
  { do: 'drip', part: 'body', bytes: 40, everyMs: 500 },
  { do: 'drip', part: 'head', bytes: 1, everyMs: 1000 },
  { do: 'reset', when: 'beforeHead' },
  { do: 'reset', when: 'midBody' },
  { do: 'hangUp' },
  { do: 'wrongLength', offByBytes: 9 },
  { do: 'flood', bytes: 100_000_000 },
  { do: 'protocolGarbage', form: 'second-answer' },
  { do: 'protocolGarbage', form: 'bad-chunk-size' },
  { do: 'setField', path: ['expires_in'], json: '-1' },
  { do: 'setField', path: ['access_token'], json: '"two words"' },
];

const others: readonly Trouble[] = [
  {
    name: 'no listener',
    begin: (bench) => bench.service.goDark(),
    end: (bench) => bench.service.comeBack(),
  },
  {
    name: 'names cannot be looked up',
    begin(bench) {
      bench.names.failWith('EAI_AGAIN');
      bench.service.dropConnections();
    },
    end: (bench) => bench.names.pointTo('127.0.0.1'),
  },
  { name: 'all connections are reset', begin: (bench) => bench.service.dropConnections() },
  { name: 'all tokens are revoked', begin: (bench) => bench.service.revokeTokens() },
  {
    name: 'tokens that live no time',
    begin(bench) {
      bench.service.setTokenSeconds(1);
      bench.service.revokeTokens();
    },
    end: (bench) => bench.service.setTokenSeconds(3600),
  },
  {
    name: 'another secret is right',
    begin(bench) {
      bench.service.rotateSecret('not ours');
      bench.service.revokeTokens();
    },
    async end(bench) {
      bench.service.rotateSecret(bench.secrets[0] ?? '');
      await bench.connection.retry();
    },
  },
  { name: 'the machine sleeps for ten minutes', begin: (bench) => bench.sleep(600_000) },
  {
    name: 'the machine sleeps for a night, and the system says so',
    begin(bench) {
      bench.sleep(28_800_000);
      bench.watcher.noticeWake();
    },
  },
  {
    name: 'the clock is set ahead and back',
    begin: (bench) => bench.clock.setWall(bench.clock.wallMs() + 3_600_000),
    end: (bench) => bench.clock.setWall(bench.clock.wallMs() - 3_600_000),
  },
  {
    name: 'the event loop stands still',
    begin(bench) {
      bench.service.advance(7000);
      bench.clock.blockLoop(7000);
    },
  },
  {
    name: 'the connection is opened anew',
    begin: (bench) => bench.connection.retry(),
  },
  {
    name: 'checks are paused',
    begin: (bench) => bench.watcher.pause(null),
    end: (bench) => bench.watcher.resume(),
  },
];

/** Troubles that can be combined freely. None of them makes the service say something untrue. */
export const troubles: readonly Trouble[] = [...actions.map(answered), ...others];
