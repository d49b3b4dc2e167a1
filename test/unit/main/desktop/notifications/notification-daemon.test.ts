import { describe, expect, test } from 'vitest';
import { NotificationDaemon } from '../../../../../main/desktop/notifications/notification-daemon.ts';
import { FakeClock, settle } from '../../../../support/fake-clock.ts';

const typed = 'Lau & Sons <b>&amp;';

function daemon(...answers: readonly (readonly string[] | null)[]) {
  const clock = new FakeClock();
  let asked = 0;
  const ask = (): Promise<readonly string[] | null> => {
    asked += 1;
    return Promise.resolve(answers[asked - 1] ?? null);
  };
  return { talents: new NotificationDaemon({ ask, clock }), clock, asked: () => asked };
}

describe('a text for the notification daemon', () => {
  test('is escaped for one that reads markup, so that it is shown as typed', async () => {
    const { talents } = daemon(['actions', 'body-markup']);
    await settle();
    expect(talents.body(typed)).toBe('Lau &amp; Sons &lt;b&gt;&amp;amp;');
  });

  test('is left alone for one that does not', async () => {
    const { talents } = daemon(['actions', 'body']);
    await settle();
    expect(talents.body(typed)).toBe(typed);
  });

  test('is escaped while none has answered', async () => {
    const { talents } = daemon(null);
    expect(talents.body('a < b')).toBe('a &lt; b');
    await settle();
    expect(talents.body('a < b')).toBe('a &lt; b');
  });

  test('one that cannot be asked changes nothing', async () => {
    const talents = new NotificationDaemon({
      ask: () => Promise.reject(new Error('no bus')),
      clock: new FakeClock(),
    });
    await settle();
    expect(talents.body('a < b')).toBe('a &lt; b');
  });

  test('follows a daemon that was exchanged, asking at most once a minute', async () => {
    const { talents, clock, asked } = daemon(['body-markup'], ['body']);
    await settle();
    for (let n = 0; n < 5; n += 1) talents.body('x');
    expect(asked()).toBe(1);
    await clock.advance(60_000);
    talents.body('x');
    await settle();
    expect(talents.body('a < b')).toBe('a < b');
    expect(asked()).toBe(2);
  });
});

describe('what the daemon can do', () => {
  test('buttons are offered only by one that names actions', async () => {
    const { talents } = daemon(['actions'], ['body']);
    expect(talents.showsActions).toBe(false);
    await settle();
    expect(talents.showsActions).toBe(true);
  });

  test('one that did not answer in time is asked again before the next card', async () => {
    const { talents, asked } = daemon(null, ['actions']);
    await talents.known;
    expect(talents.showsActions).toBe(false);
    await talents.known;
    expect(talents.showsActions).toBe(true);
    await talents.known;
    expect(asked()).toBe(2);
  });

  test('whether a daemon is there is reported once it is known, and when it changes', async () => {
    const found: boolean[] = [];
    const answers: (readonly string[] | null)[] = [['body'], ['body'], null];
    const clock = new FakeClock();
    const talents = new NotificationDaemon({
      ask: () => Promise.resolve(answers.shift() ?? null),
      clock,
      found: (isThere) => found.push(isThere),
    });
    await settle();
    await clock.advance(60_000);
    talents.look();
    await settle();
    expect(found).toEqual([true]);
    await clock.advance(60_000);
    talents.look();
    await settle();
    expect(found).toEqual([true, false]);
  });
});
