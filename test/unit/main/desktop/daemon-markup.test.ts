import { describe, expect, test } from 'vitest';
import { DaemonMarkup } from '../../../../main/desktop/daemon-markup.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

const typed = 'Lau & Sons <b>&amp;';

function daemon(...answers: readonly (readonly string[] | null)[]) {
  const clock = new FakeClock();
  let asked = 0;
  const ask = (): Promise<readonly string[] | null> => {
    asked += 1;
    return Promise.resolve(answers[asked - 1] ?? null);
  };
  return { markup: new DaemonMarkup({ ask, clock }), clock, asked: () => asked };
}

describe('a text for the notification daemon', () => {
  test('is escaped for one that reads markup, so that it is shown as typed', async () => {
    const { markup } = daemon(['actions', 'body-markup']);
    await settle();
    expect(markup.body(typed)).toBe('Lau &amp; Sons &lt;b&gt;&amp;amp;');
  });

  test('is left alone for one that does not', async () => {
    const { markup } = daemon(['actions', 'body']);
    await settle();
    expect(markup.body(typed)).toBe(typed);
  });

  test('is escaped while none has answered', async () => {
    const { markup } = daemon(null);
    expect(markup.body('a < b')).toBe('a &lt; b');
    await settle();
    expect(markup.body('a < b')).toBe('a &lt; b');
  });

  test('one that cannot be asked changes nothing', async () => {
    const markup = new DaemonMarkup({
      ask: () => Promise.reject(new Error('no bus')),
      clock: new FakeClock(),
    });
    await settle();
    expect(markup.body('a < b')).toBe('a &lt; b');
  });

  test('follows a daemon that was exchanged, asking at most once a minute', async () => {
    const { markup, clock, asked } = daemon(['body-markup'], ['body']);
    await settle();
    for (let n = 0; n < 5; n += 1) markup.body('x');
    expect(asked()).toBe(1);
    await clock.advance(60_000);
    markup.body('x');
    await settle();
    expect(markup.body('a < b')).toBe('a < b');
    expect(asked()).toBe(2);
  });
});
