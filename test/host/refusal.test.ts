import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  refuseTheRest,
  refusingEmitter,
  unsupportedExport,
} from '../../tools/electron-host/host/refusal.ts';

class Bell extends refusingEmitter('Bell') {
  #rings = 0;

  static cast(): Bell {
    return new Bell();
  }

  ring(): number {
    return ++this.#rings;
  }
}

/** Reads a member as an app would that does not know that it is missing. */
const read = (target: object, name: string): unknown => Reflect.get(target, name);

describe('a class of the host', () => {
  test('works as an emitter with private members', () => {
    const bell = Bell.cast();
    let heard = 0;
    bell.on('rung', () => {
      heard = bell.ring();
    });
    bell.emit('rung');
    expect(heard).toBe(1);
    expect(bell).toBeInstanceOf(EventEmitter);
  });

  test('refuses by name what it has not, on the instance and on the class', () => {
    expect(() => read(new Bell(), 'paint')).toThrow('electron-host: Bell.paint is not supported');
    expect(() => read(Bell, 'melt')).toThrow('electron-host: Bell.melt is not supported');
  });

  test('can be asked whether it has something, awaited, logged and extended', async () => {
    const bell = new Bell();
    expect('paint' in bell).toBe(false);
    expect(await Promise.resolve(bell)).toBe(bell);
    expect(JSON.stringify({ bell: 1 })).toBe('{"bell":1}');
    Object.assign(bell, { note: 'c' });
    expect(read(bell, 'note')).toBe('c');
  });
});

test('a plain module refuses what it has not', () => {
  const module = refuseTheRest('shell', { beep: () => 'beep' });
  expect(module.beep()).toBe('beep');
  expect(Object.keys(module)).toEqual(['beep']);
  expect(() => read(module, 'trashItem')).toThrow('shell.trashItem is not supported');
});

test('an export that is missing as a whole refuses every use', () => {
  const missing = unsupportedExport('TouchBar') as { new (): unknown; (): unknown };
  expect(() => new missing()).toThrow('electron-host: TouchBar is not supported');
  expect(() => missing()).toThrow('electron-host: TouchBar is not supported');
  expect(() => read(missing, 'TouchBarButton')).toThrow('TouchBar.TouchBarButton');
});
