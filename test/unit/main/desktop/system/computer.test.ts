import { expect, test, vi } from 'vitest';
import type { StartAtLogin } from '../../../../../core/bridge/computer.ts';
import { defaultSettings, type Settings } from '../../../../../core/settings/settings.ts';
import { inEnglish } from '../../../../../core/text/language.ts';
import { ClipboardService } from '../../../../../main/desktop/system/clipboard.ts';
import { ComputerIntegration } from '../../../../../main/desktop/system/computer.ts';
import { FakeClock, settle } from '../../../../support/fake-clock.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { orderIdAt, someWatched } from '../../../../support/watched-orders.ts';

const uuid = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

/** A computer whose keys can belong to other programs, and whose plug can be pulled. */
function computer(elsewhere: readonly string[] = []) {
  const held = new Map<string, () => void>();
  const journal: string[] = [];
  let settings: Settings = defaultSettings;
  let isOnBattery = false;
  let powerChanged: (() => void) | null = null;
  let helperGone: ((kind: string, reason: string) => void) | null = null;
  const log = new RecordingLog();
  let startAtLogin: StartAtLogin = { kind: 'off' };
  const state = { clipboard: '', folderFault: '', watched: new Set<OrderId>() };
  const clock = new FakeClock();
  const stored = {
    get current() {
      return settings;
    },
  };
  const clipboard = new ClipboardService(
    {
      readText: () =>
        state.clipboard === 'unreadable'
          ? Promise.reject(new Error('no clipboard'))
          : Promise.resolve(state.clipboard),
      writeText(text) {
        state.clipboard = text;
        return Promise.resolve();
      },
    },
    stored,
    clock,
    log,
  );
  const integration = new ComputerIntegration({
    loginItem: {
      state: () => startAtLogin,
      set: (isOn) => (startAtLogin = { kind: isOn ? 'on' : 'off' }),
      refresh: () => journal.push('refresh'),
    },
    shortcuts: {
      register(accelerator, pressed) {
        if (accelerator === 'F25') throw new Error('conversion failure');
        if (elsewhere.includes(accelerator) || held.has(accelerator)) return false;
        held.set(accelerator, pressed);
        return true;
      },
      unregister: (accelerator) => void held.delete(accelerator),
    },
    system: {
      isOnBattery: () => isOnBattery,
      whenPowerChanged(changed) {
        powerChanged = changed;
      },
      whenHelperGone(gone) {
        helperGone = gone;
      },
    },
    clipboard,
    watch: {
      checks: { setPaceFactor: (factor) => journal.push(`pace ${factor}`) },
      find: (id) => (state.watched.has(id) ? someWatched(id) : undefined),
    },
    window: {
      show: () => journal.push('show'),
      send: (_channel, offer) =>
        journal.push('text' in offer ? `offer ${offer.text}` : `refused ${offer.refused}`),
    },
    settings: stored,
    profileDir: '/home/lau/.config/Waybell',
    openFolder: (path) => {
      journal.push(`open ${path}`);
      return Promise.resolve(state.folderFault);
    },
    localisation: inEnglish,
    log,
  });
  return {
    clock,
    log,
    loseHelper: (kind: string, reason: string) => helperGone?.(kind, reason),
    integration,
    clipboard,
    journal,
    held,
    state,
    change: (change: Partial<Settings>) => {
      settings = { ...settings, ...change };
      integration.settingsChanged();
    },
    plug: (isIn: boolean) => {
      isOnBattery = !isIn;
      powerChanged?.();
    },
    answer: async () => {
      const answer = await integration.handlers['computer:state'](undefined);
      if (!answer.ok) throw new Error(answer.failure.message);
      return answer.value;
    },
  };
}

test('a key that another program has is said, and tried again with the next change', async () => {
  const { integration, change, answer, held } = computer(['Control+Alt+W']);
  integration.start();
  change({ windowShortcut: 'Control+Alt+W' });
  expect((await answer()).shortcuts.window).toBe('taken');
  change({ windowShortcut: 'Control+Alt+B' });
  expect((await answer()).shortcuts.window).toBe('active');
  change({ windowShortcut: 'F25' });
  expect((await answer()).shortcuts.window).toBe('taken');
  expect([...held.keys()]).toEqual([]);
});

test('two keys can change places, and all are given back at the end', async () => {
  const { integration, change, answer, held } = computer();
  integration.start();
  change({ windowShortcut: 'F8', clipboardShortcut: 'F9' });
  change({ windowShortcut: 'F9', clipboardShortcut: 'F8' });
  expect((await answer()).shortcuts).toEqual({ window: 'active', clipboard: 'active' });
  integration.stop();
  expect(held.size).toBe(0);
});

test('the clipboard’s uuids are offered; anything else only opens the window', async () => {
  const { integration, change, held, journal, state } = computer();
  integration.start();
  change({ clipboardShortcut: 'F9' });
  journal.length = 0;
  for (const clipboard of [`florist ${uuid}`, 'nothing of use', '', 'unreadable']) {
    state.clipboard = clipboard;
    held.get('F9')?.();
    // oxlint-disable-next-line no-await-in-loop -- one press after the other, each read in turns
    await settle().then(settle).then(settle).then(settle);
  }
  expect(journal).toEqual(['show', `offer florist ${uuid}`, 'show', 'show', 'show']);
});

test('a long text on the clipboard is looked at only where it was asked for, and in turns', async () => {
  const { clipboard, clock, integration, change, journal, state } = computer();
  change({ offersClipboard: true });
  journal.length = 0;
  const turns = vi.spyOn(clock, 'nextTurn');
  state.clipboard = `${'\n'.repeat(200_000)}${uuid}`;
  const offer = await clipboard.handlers['clipboard:offer'](undefined);
  expect(offer).toEqual({ ok: true, value: null });
  expect(await integration.unwatchedOnClipboard()).toBeNull();
  expect(turns).not.toHaveBeenCalled();
  await integration.offerClipboard();
  expect(journal).toEqual(['show', `offer ${state.clipboard}`]);
  expect(turns.mock.calls.length).toBeGreaterThan(10);
});

test('of two looks at the clipboard for one reason only the newer one answers', async () => {
  const { change, clipboard, integration, journal, state } = computer();
  change({ offersClipboard: true });
  journal.length = 0;
  const ask = async () => clipboard.handlers['clipboard:offer'](undefined);
  const looks = () =>
    [ask(), integration.unwatchedOnClipboard(), integration.offerClipboard()] as const;
  state.clipboard = `${'\n'.repeat(100_000)}${uuid}`;
  const before = looks();
  await settle();
  state.clipboard = orderIdAt(2);
  const [offered, counted] = await Promise.all(looks());
  expect([offered, counted]).toEqual([{ ok: true, value: orderIdAt(2) }, 1]);
  expect(await Promise.all(before)).toEqual([{ ok: true, value: null }, null, undefined]);
  expect(journal).toEqual(['show', 'show', `offer ${orderIdAt(2)}`]);
});

test('a text is not offered once Waybell wrote over it or the offers were turned off, and is then when they are on', async () => {
  const { change, clipboard, state } = computer();
  change({ offersClipboard: true });
  const ask = async () => clipboard.handlers['clipboard:offer'](undefined);
  const long = `${'\n'.repeat(100_000)}${uuid}`;
  state.clipboard = long;
  const turnedOff = ask();
  await settle();
  change({ offersClipboard: false });
  expect(await turnedOff).toEqual({ ok: true, value: null });
  change({ offersClipboard: true });
  const overwritten = ask();
  await settle();
  await clipboard.copy(orderIdAt(2));
  expect(await overwritten).toEqual({ ok: true, value: null });
  expect(await ask()).toEqual({ ok: true, value: null });
  state.clipboard = long;
  expect(await ask()).toEqual({ ok: true, value: long });
  expect(await ask()).toEqual({ ok: true, value: null });
});

test('the uuids on the clipboard that are not watched are counted, without a word of it in the log', async () => {
  const { integration, journal, log, state } = computer();
  const counted = async (text: string) => {
    state.clipboard = text;
    return integration.unwatchedOnClipboard();
  };
  const [first, second, third] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];
  state.watched.add(first);
  expect(await counted(`Mrs Chan ${first}\n${second}\n${second}\n${third}`)).toBe(2);
  expect(await counted(first)).toBe(0);
  expect(await counted('nothing of use')).toBe(0);
  expect(await counted(`${second}${' '.repeat(200_000)}`)).toBeNull();
  expect(await counted('unreadable')).toBeNull();
  expect(journal).toEqual([]);
  expect(JSON.stringify(log.lines)).not.toMatch(/Chan|-4000-/);
});

test('on battery everything waits twice as long, unless the dispatcher wants it otherwise', () => {
  const { integration, change, plug, journal } = computer();
  integration.start();
  plug(false);
  change({ slowsOnBattery: false });
  change({ slowsOnBattery: true });
  plug(true);
  expect(journal).toEqual(['refresh', 'pace 1', 'pace 2', 'pace 1', 'pace 2', 'pace 1']);
});

test('fault 59: a helper of the window’s engine that dies is in the log, and nothing else happens', () => {
  const subject = computer();
  subject.integration.start();
  const before = [...subject.journal];
  subject.loseHelper('GPU', 'crashed');
  expect(subject.log.lines).toEqual([
    { level: 'warn', event: 'helperGone', fields: { kind: 'GPU', reason: 'crashed' } },
  ]);
  expect(subject.journal).toEqual(before);
});

test('starting at login is answered as the system has it', async () => {
  const { integration, answer } = computer();
  await integration.handlers['computer:start-at-login']({ isOn: true });
  expect((await answer()).startAtLogin).toEqual({ kind: 'on' });
});

test('a phone number that was copied leaves the clipboard after a minute, unless another text took its place', async () => {
  const { clipboard, state, clock } = computer();
  const { 'clipboard:write': write } = clipboard.handlers;
  await write({ text: '+852 5512 3047', isPersonal: true });
  await clock.advance(59_999);
  expect(state.clipboard).toBe('+852 5512 3047');
  await clock.advance(1);
  expect(state.clipboard).toBe('');
  await write({ text: '+852 5512 3047', isPersonal: true });
  state.clipboard = 'something else';
  await clock.advance(60_000);
  expect(state.clipboard).toBe('something else');
  await write({ text: '+852 5512 3047', isPersonal: true });
  await write({ text: uuid });
  await clock.advance(120_000);
  expect(state.clipboard).toBe(uuid);
});

test('a phone number that was copied is off the clipboard when the program has ended', async () => {
  const { clipboard, state, clock } = computer();
  const { 'clipboard:write': write } = clipboard.handlers;
  await write({ text: '+852 5512 3047', isPersonal: true });
  await clipboard.stop();
  expect(state.clipboard).toBe('');
  await write({ text: '+852 5512 3047', isPersonal: true });
  state.clipboard = 'something else';
  await clipboard.stop();
  expect(state.clipboard).toBe('something else');
  await clock.advance(60_000);
  expect(state.clipboard).toBe('something else');
});

test('uuids on the clipboard are offered once, only by choice, and never what was copied here', async () => {
  const { clipboard, state, change } = computer();
  const offered = async () => {
    const answer = await clipboard.handlers['clipboard:offer'](undefined);
    return answer.ok ? answer.value : answer.failure;
  };
  state.clipboard = `Florist ${uuid}`;
  expect(await offered()).toBeNull();
  change({ offersClipboard: true });
  expect(await offered()).toBe(`Florist ${uuid}`);
  expect(await offered()).toBeNull();
  const long = `${uuid}${' '.repeat(200_000)}`;
  for (const text of ['nothing of the kind', '', 'unreadable', long]) {
    state.clipboard = text;
    expect(await offered()).toBeNull();
  }
  await clipboard.handlers['clipboard:write']({ text: uuid });
  expect(await offered()).toBeNull();
  const other = uuid.replace(/.$/, '0');
  await clipboard.copy(other);
  expect(state.clipboard).toBe(other);
  expect(await offered()).toBeNull();
});

test('what was copied by a notification’s button keeps its place when the number before it is due', async () => {
  const { clipboard, state, clock } = computer();
  await clipboard.handlers['clipboard:write']({ text: '+852 5512 3047', isPersonal: true });
  await clipboard.copy(uuid);
  await clock.advance(60_000);
  expect(state.clipboard).toBe(uuid);
});

test('what is dropped on the tray icon is offered as on the window, and why it cannot be read is said', () => {
  const { integration, journal, log } = computer();
  integration.dropped(() => `Florist ${uuid}`);
  integration.dropped(() => 'nothing of the kind');
  integration.dropped(() => {
    throw new RangeError('3000000 bytes are too many');
  });
  integration.dropped(() => {
    throw new Error('it is a folder');
  });
  integration.dropped(() => '');
  expect(journal).toEqual([
    'show',
    `offer Florist ${uuid}`,
    'show',
    'offer nothing of the kind',
    'show',
    'refused tooLarge',
    'show',
    'refused unreadable',
    'show',
  ]);
  expect(log.events('error')).toEqual(['dropNotRead', 'dropNotRead']);
});

test('the profile folder is shown by the system, and its path reaches neither the window nor the log', async () => {
  const { integration, journal, log, state } = computer();
  const show = integration.handlers['computer:show-folder'];
  expect(await show(undefined)).toEqual({ ok: true, value: null });
  expect(journal).toContain('open /home/lau/.config/Waybell');
  state.folderFault = 'Failed to open /home/lau/.config/Waybell';
  const refused = await show(undefined);
  expect(refused).toMatchObject({ ok: false, failure: { code: 'folder-not-shown' } });
  expect(JSON.stringify([refused, log.lines])).not.toContain('lau');
});
