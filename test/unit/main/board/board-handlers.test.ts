import { expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../../../../core/settings/settings.ts';
import { inEnglish } from '../../../../core/text/language.ts';
import { boardHandlers, type BoardTargets } from '../../../../main/board/board-handlers.ts';
import { RecordingLog } from '../../../support/recording-log.ts';

function handlersWith(change: BoardTargets['settings']['change']) {
  const log = new RecordingLog();
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const { watch, feed, history, archive, window, phoneShown, seen } = unused;
  const rest = { watch, feed, history, archive, window, phoneShown, seen };
  const handlers = boardHandlers({ ...rest, settings: { change }, localisation: inEnglish, log });
  return { handlers, log };
}

it('a change of the settings is answered with all of them, or with why it was not kept', async () => {
  const dark: Settings = { ...defaultSettings, theme: 'dark' };
  const { handlers } = handlersWith(() => dark);
  expect(await handlers['settings:change']({ theme: 'dark' })).toEqual({ ok: true, value: dark });
  const full = handlersWith(() => {
    throw new Error('disk full');
  });
  expect(await full.handlers['settings:change']({ theme: 'dark' })).toMatchObject({
    ok: false,
    failure: { code: 'storage-failed' },
  });
  expect(full.log.events('error')).toEqual(['settingsNotWritten']);
});
