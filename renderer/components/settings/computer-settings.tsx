import { useEffect, useId, useRef } from 'react';
import { acceleratorOf } from '../../../core/settings/accelerator.ts';
import type { ShortcutName, StartAtLogin } from '../../../core/bridge/computer.ts';
import {
  useIsLocked,
  useModel,
  useSettings,
  useSlice,
  useText,
  useIsCardShown,
} from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Keys } from '../controls/keys.tsx';
import { Card, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';
import { HeartbeatCard } from './heartbeat-card.tsx';
import { UpdateCard } from './update-card.tsx';
import { Button } from '../controls/button.tsx';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

function loginHelp(state: StartAtLogin, texts: Dictionary['settings']['computer']): string {
  return state.kind === 'foreign'
    ? texts.startAtLoginForeign(state.fileName)
    : texts.startAtLoginHelp[state.kind];
}

/** Takes the next key press for a shortcut; Escape and leaving the field keep what was set. */
function KeyCapture({ name, title }: { readonly name: ShortcutName; readonly title: string }) {
  const { board, computer } = useModel();
  const texts = useText().settings.computer;
  const isMac = useSlice(board, (state) => state.app?.platform === 'macos');
  const field = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <span className="help" id={id}>
        {texts.pressHelp}
      </span>
      <Button
        look="s"
        ref={field}
        aria-label={texts.setKeyOf(title)}
        aria-describedby={id}
        onBlur={() => computer.capture(null)}
        onKeyDown={(event) => {
          if (event.key === 'Tab') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') {
            computer.capture(null);
            return;
          }
          const accelerator = acceleratorOf(event.nativeEvent, isMac);
          if (accelerator !== null) void computer.setShortcut(name, accelerator);
        }}
      >
        {texts.press}
      </Button>
    </>
  );
}

function Shortcut({ name }: { readonly name: ShortcutName }) {
  const { computer: store } = useModel();
  const texts = useText().settings.computer;
  const { windowShortcut, clipboardShortcut } = useSettings();
  const state = useSlice(store, ({ computer }) => computer?.shortcuts[name] ?? 'none');
  const isCapturing = useSlice(store, ({ capturing }) => capturing === name);
  const accelerator = name === 'window' ? windowShortcut : clipboardShortcut;
  const { title, help } = texts.shortcuts[name];
  const button = useRef<HTMLButtonElement>(null);
  const wasCapturing = useRef(isCapturing);
  useEffect(() => {
    // The field for the keys was removed. If it had the focus, the focus is on the body now.
    if (wasCapturing.current && document.activeElement === document.body) button.current?.focus();
    wasCapturing.current = isCapturing;
  }, [isCapturing]);
  return (
    <SettingsRow
      title={title}
      help={
        state === 'taken' ? (
          <span className="c-problem" role="alert">
            {texts.taken}
          </span>
        ) : (
          help
        )
      }
      isLocked={useIsLocked(`${name}Shortcut`)}
    >
      {isCapturing ? (
        <KeyCapture name={name} title={title} />
      ) : (
        <>
          {accelerator === null ? (
            <span className="t3">{texts.none}</span>
          ) : (
            <>
              <span className="vh">{accelerator}</span>
              <Keys keys={accelerator.split('+')} />
            </>
          )}
          <Button
            look="s"
            ref={button}
            aria-label={texts.setKeyOf(title)}
            onClick={() => store.capture(name)}
          >
            {accelerator === null ? texts.set : texts.change}
          </Button>
          {accelerator === null ? null : (
            <Button
              look="s"
              aria-label={texts.removeKeyOf(title)}
              onClick={() => void store.setShortcut(name, null)}
            >
              {texts.remove}
            </Button>
          )}
        </>
      )}
    </SettingsRow>
  );
}

/** How Waybell starts, how other programs reach it, and what it does on battery. */
export function ComputerSettings() {
  const hasPower = useIsCardShown('power');
  const { computer: store } = useModel();
  const { language, settings: texts } = useText();
  const battery = settingsTable.slowsOnBattery.row[language];
  const { computer, failure } = useSlice(store, (state) => state);
  useEffect(() => {
    void store.read();
    return () => store.capture(null);
  }, [store]);
  const login = computer?.startAtLogin ?? { kind: 'off' };
  const text = texts.computer;
  return (
    <>
      <p>{text.lead}</p>
      <Card>
        <SwitchRow
          title={text.startAtLogin}
          help={
            failure ? (
              <span className="c-problem" role="alert">
                {failure.message}
              </span>
            ) : (
              loginHelp(login, text)
            )
          }
          isOn={login.kind === 'on' || login.kind === 'toBeAllowed'}
          isDisabled={login.kind === 'foreign'}
          onChange={(isOn) => void store.setStartAtLogin(isOn)}
        />
      </Card>
      <Card title={text.anywhere}>
        <Shortcut name="window" />
        <Shortcut name="clipboard" />
      </Card>
      {hasPower ? (
        <Card title={text.power}>
          <SettingRows
            card="power"
            {...(computer?.isOnBattery && { help: `${battery.help}. ${text.onBatteryNow}.` })}
          />
        </Card>
      ) : null}
      <HeartbeatCard />
      <UpdateCard />
    </>
  );
}
