import { expect, test } from 'vitest';
import { CheckCancellation } from '../../../../main/watch/cancellation.ts';

/** Counts how often it was told. */
class Listener {
  told = 0;

  handleEvent(): void {
    this.told += 1;
  }
}

test('everyone who listens is told once, whoever left is not', () => {
  const cancellation = new CheckCancellation();
  const [first, second, third] = [new Listener(), new Listener(), new Listener()];
  for (const listener of [first, second, third, first]) {
    cancellation.addEventListener('abort', listener);
  }
  cancellation.removeEventListener('abort', second);
  expect(cancellation.aborted).toBe(false);
  expect(() => cancellation.throwIfAborted()).not.toThrow();
  cancellation.abort();
  cancellation.abort();
  expect([first.told, second.told, third.told]).toEqual([1, 0, 1]);
});

test('what was given up says so, with a reason', () => {
  const cancellation = new CheckCancellation();
  cancellation.abort();
  expect(cancellation.aborted).toBe(true);
  expect(cancellation.reason).toMatchObject({ name: 'AbortError' });
  expect(() => cancellation.throwIfAborted()).toThrow(DOMException);
});

test('the first to listen may leave before the others', () => {
  const cancellation = new CheckCancellation();
  const [first, second] = [new Listener(), new Listener()];
  cancellation.addEventListener('abort', first);
  cancellation.addEventListener('abort', second);
  cancellation.removeEventListener('abort', first);
  cancellation.abort();
  expect([first.told, second.told]).toEqual([0, 1]);
});
