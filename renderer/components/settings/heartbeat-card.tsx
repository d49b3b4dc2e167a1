import { useEffect, useState } from 'react';
import { type HeartbeatState, longestHeartbeatUrl } from '../../../core/bridge/heartbeat-state.ts';
import { useIsLocked, useModel, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Button } from '../controls/button.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { Ago } from '../controls/times.tsx';

interface HeartbeatHelpProps {
  readonly state: Extract<HeartbeatState, { readonly kind: 'on' }>;
  readonly texts: Dictionary['settings']['heartbeat'];
}

function HeartbeatHelp({ state: { acceptedAtMs, trouble }, texts }: HeartbeatHelpProps) {
  if (trouble !== null) return <span className="c-problem">{texts.troubles[trouble]}</span>;
  return acceptedAtMs === null ? texts.first : <Ago atMs={acceptedAtMs} wrap={texts.accepted} />;
}

/** Tells a monitor of one's own that this desk checks. The address can never be shown again. */
export function HeartbeatCard() {
  const { heartbeat: store } = useModel();
  const texts = useText().settings.heartbeat;
  const { failure, heartbeat } = useSlice(store, (state) => state);
  const [url, setUrl] = useState('');
  const isLocked = useIsLocked('sendsHeartbeat');
  useEffect(() => {
    void store.read();
  }, [store]);
  if (heartbeat === null) return null;
  const turnOn = async () => {
    if (url.trim() !== '' && (await store.turnOn(url))) setUrl('');
  };
  const problem =
    failure === null ? null : (
      <span className="c-problem" role="alert">
        {failure.message}
      </span>
    );
  if (heartbeat.kind === 'on') {
    return (
      <Card title={texts.title}>
        <SettingsRow
          title={texts.isOn}
          help={problem ?? <HeartbeatHelp state={heartbeat} texts={texts} />}
          isLocked={isLocked}
        >
          <Button look="s" onClick={() => void store.turnOff()}>
            {texts.turnOff}
          </Button>
        </SettingsRow>
        <p className="help">{texts.lastWord}</p>
      </Card>
    );
  }
  return (
    <Card title={texts.title}>
      <SettingsRow title={texts.isOff} help={problem ?? texts.help} isLocked={isLocked}>
        <form
          className="hstack"
          onSubmit={(event) => {
            event.preventDefault();
            void turnOn();
          }}
        >
          <input
            className="input mono text-setting"
            type="password"
            aria-label={texts.address}
            placeholder="https://"
            autoComplete="off"
            maxLength={longestHeartbeatUrl}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" look="s" disabled={url.trim() === ''}>
            {texts.turnOn}
          </Button>
        </form>
      </SettingsRow>
      <p className="help">{texts.lastWord}</p>
    </Card>
  );
}
