import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrayCommand } from '../../../../../core/tray/tray-face.ts';
import { tomorrowMs } from '../../../../../core/text/tomorrow.ts';
import { trayCommands } from '../../../../../main/desktop/tray/tray-commands.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

function done(command: TrayCommand): readonly unknown[] {
  const acts: unknown[] = [];
  trayCommands({
    showWindow: () => acts.push('window'),
    revealOrder: (id) => acts.push('order', id),
    pauseFor: (forMs) => acts.push('pause', forMs),
    resume: () => acts.push('resume'),
    muteFor: (forMs) => acts.push('mute', forMs),
    muteUntilTomorrow: () => acts.push('mute until tomorrow'),
    unmute: () => acts.push('unmute'),
    retry: () => acts.push('retry'),
    about: () => acts.push('about'),
    quit: () => acts.push('quit'),
  })(command);
  return acts;
}

test.each<[TrayCommand, readonly unknown[]]>([
  [{ kind: 'openWindow' }, ['window']],
  [{ kind: 'showAttention' }, ['window']],
  [{ kind: 'openOrder', id: orderIdAt(1) }, ['order', orderIdAt(1)]],
  [{ kind: 'pause', forMs: 5 }, ['pause', 5]],
  [{ kind: 'resume' }, ['resume']],
  [{ kind: 'mute', forMs: 5 }, ['mute', 5]],
  [{ kind: 'muteUntilTomorrow' }, ['mute until tomorrow']],
  [{ kind: 'unmute' }, ['unmute']],
  [{ kind: 'retry' }, ['retry']],
  [{ kind: 'about' }, ['about']],
  [{ kind: 'quit' }, ['quit']],
])('$kind does what it says', (command, expected) => {
  expect(done(command)).toEqual(expected);
});

test('tomorrow is the next six in the morning, on whatever day the clock is changed', () => {
  const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moment, (nowMs) => {
      const morning = new Date(tomorrowMs(nowMs));
      const hoursAhead = (morning.getTime() - nowMs) / 3_600_000;
      expect([morning.getHours(), morning.getMinutes()]).toEqual([6, 0]);
      expect(hoursAhead).toBeGreaterThan(0);
      expect(hoursAhead).toBeLessThanOrEqual(25);
    }),
  );
});
