import { describe, expect, test } from 'vitest';
import type { DemoProcess } from '../../../../main/desktop/demo-service.ts';
import { startDemoService } from '../../../../main/desktop/demo-service.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const other = '2ab07d51-1111-4222-8333-444455556666';
const line = JSON.stringify({
  baseUrl: 'http://127.0.0.1:4711',
  clientId: 'demo',
  clientSecret: 'open sesame',
  orders: [id, 'nonsense', other],
  labels: [null, 'Nonsense', 'Florist'],
});

class FakeProcess implements DemoProcess {
  killed = 0;
  readonly #output: ((text: string) => void)[] = [];
  readonly #exit: (() => void)[] = [];

  onOutput(listener: (text: string) => void): void {
    this.#output.push(listener);
  }

  onExit(listener: () => void): void {
    this.#exit.push(listener);
  }

  kill(): void {
    this.killed += 1;
  }

  write(text: string): void {
    for (const listener of this.#output) listener(text);
  }

  exit(): void {
    for (const listener of this.#exit) listener();
  }
}

function start() {
  const process = new FakeProcess();
  const clock = new FakeClock();
  const running = startDemoService(() => process, clock);
  return { process, clock, running };
}

type Started = ReturnType<typeof start>;

describe('demo service', () => {
  test('its first line says where it is, however it arrives', async () => {
    const { process, clock, running } = start();
    for (const character of line) process.write(character);
    process.write('\nlater lines are no concern');
    expect(await running).toMatchObject({
      baseUrl: 'http://127.0.0.1:4711',
      orders: [
        { id, label: null },
        { id: other, label: 'Florist' },
      ],
    });
    expect(clock.waitingTimers).toBe(0);
  });

  test.each([
    ['has ended', '', (process: FakeProcess) => process.exit()],
    ...['Listening on port 4711', '', 'null', '[]', '{}', '{"baseUrl":1}', '{"baseUrl":""}'].map(
      (text) => ['says', text, (process: FakeProcess) => process.write(`${text}\n`)] as const,
    ),
    ['says far too much', '', (process: FakeProcess) => process.write('x'.repeat(4_000_001))],
  ] as const)('one that %s %s is ended and refused', async (_what, _text, act) => {
    const { process, clock, running } = start();
    act(process);
    await expect(
      running.then(
        () => 'ready',
        () => 'refused',
      ),
    ).resolves.toBe('refused');
    expect([process.killed, clock.waitingTimers]).toEqual([1, 0]);
  });

  test('one that says nothing for fifteen seconds is ended and refused', async () => {
    const { process, clock, running } = start();
    const outcome = running.catch(() => 'refused');
    await clock.advance(15_000);
    expect(await outcome).toBe('refused');
    expect(process.killed).toBe(1);
  });

  test.each([
    ['until it is gone', ({ process }: Pick<Started, 'process'>) => process.exit()],
    ['a second at most', ({ clock }: Pick<Started, 'clock'>) => clock.advance(1000)],
  ])('stopping waits %s', async (_howLong, act) => {
    const { process, clock, running } = start();
    process.write(`${line}\n`);
    const demo = await running;
    let stopped = 0;
    void demo.stop().then(() => (stopped += 1));
    await settle();
    expect([process.killed, stopped]).toEqual([1, 0]);
    await act({ process, clock });
    await settle();
    expect(stopped).toBe(1);
  });
});
