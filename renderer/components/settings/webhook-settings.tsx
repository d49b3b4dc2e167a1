import { useEffect, useState } from 'react';
import {
  addressPattern,
  loopbackAddress,
  publicUrlPattern,
  webhookPorts,
} from '../../../core/webhook/webhook-limits.ts';
import type { WebhookSettings as Choices } from '../../../core/webhook/webhook-settings.ts';
import { useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import {
  Card,
  ChoiceRow,
  NumberRow,
  SettingsRow,
  SwitchRow,
  TextRow,
} from '../controls/settings-controls.tsx';
import { HubDecides } from '../team/team-settings.tsx';
import { type WebhookPartProps, WebhookSignature } from './webhook-signature.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { Button, CopyButton } from '../controls/button.tsx';

/** The receiver's address with its secret path, which is hidden until the dispatcher shows it. */
function SecretPath({ choices }: WebhookPartProps) {
  const { actions, board, webhooks: store } = useModel();
  const texts = useText().settings.webhooks;
  const address = useSlice(store, (state) => state.address);
  const isListening = useSlice(
    board,
    (state) => state.app?.webhooks.listening.kind === 'listening',
  );
  // The next time that the page is opened, the address is hidden again.
  useEffect(() => () => void store.setShown(false), [store]);
  const copy = async () => {
    const whole = await store.address();
    if (whole !== null) await actions.copy(whole, texts.addressCopied);
  };
  const renew = async () => {
    if (await store.newPath()) actions.say(texts.pathChanged);
  };
  const help = choices.proof === 'none' ? texts.pathHelp.none : texts.pathHelp.proven;
  if (!isListening) return <SettingsRow title={texts.path} help={texts.noPath} />;
  return (
    <>
      <SettingsRow title={texts.path} help={help}>
        {address === null ? <span className="mono fs12">{texts.hiddenPath}</span> : null}
        <Button
          look="s quiet"
          aria-pressed={address !== null}
          onClick={() => void store.setShown(address === null)}
        >
          {address === null ? texts.show : texts.hide}
        </Button>
        <CopyButton label={texts.copyAddress} onCopy={() => void copy()} />
        <Button look="s" onClick={() => void renew()}>
          {texts.newPath}
        </Button>
      </SettingsRow>
      {address === null ? null : <div className="mono fs12 breaks shown-address">{address}</div>}
    </>
  );
}

/** The address to listen at. Any address but the loopback one has to be confirmed. */
function ListenAt({ choices, change }: WebhookPartProps) {
  const texts = useText().settings.webhooks;
  const isElsewhere = choices.address !== loopbackAddress;
  const [isAsked, setAsked] = useState(false);
  const [draft, setDraft] = useState('');
  const place = isElsewhere || isAsked ? 'other' : 'loopback';
  const isFitting = addressPattern.test(draft.trim());
  return (
    <>
      <ChoiceRow
        title={texts.listenAt}
        help={texts.listenAtHelp[place]}
        texts={texts.listenAtChoices}
        value={place}
        onChange={(value) => {
          setAsked(value === 'other');
          if (value === 'loopback' && isElsewhere) change({ address: loopbackAddress });
        }}
      />
      {isElsewhere || !isAsked ? null : (
        <form
          className="listen-elsewhere"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isFitting) return;
            change({ address: draft.trim() });
            setAsked(false);
          }}
        >
          <p className="help c-attention">
            <Icon name="st-attention" className="s" /> {texts.addressWarning}
          </p>
          <div className="hstack">
            <input
              className="input mono grow"
              aria-label={texts.address}
              placeholder="192.168.1.20"
              spellCheck={false}
              autoComplete="off"
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
            <Button look="danger" type="submit" disabled={!isFitting}>
              {texts.listenThere}
            </Button>
          </div>
          <span className="help">{texts.addressWrong}</span>
        </form>
      )}
    </>
  );
}

/** What becomes of orders that are not watched, chosen for the service that is connected. */
function UnknownOrders({ isProven }: { readonly isProven: boolean }) {
  const { board, webhooks: store } = useModel();
  const texts = useText().settings.webhooks;
  const choice = useSlice(board, ({ app }) => app?.webhooks.unknownChoice ?? 'ignore');
  const isConnected = useSlice(board, ({ app }) => app?.connection.kind !== 'none');
  if (!isConnected) return <SettingsRow title={texts.unknown} help={texts.unknownUnconnected} />;
  return (
    <ChoiceRow
      title={texts.unknown}
      help={isProven || choice === 'ignore' ? texts.unknownHelp[choice] : texts.unknownUnproven}
      texts={texts.unknownChoices}
      value={choice}
      onChange={(value) => void store.chooseUnknown(value)}
    />
  );
}

/** Everything about receiving webhooks. */
export function WebhookSettings() {
  const { board, settings: store } = useModel();
  const team = useSlice(board, (state) => state.app?.team ?? null);
  const text = useText().settings;
  const texts = text.webhooks;
  const choices = useSettings().webhooks;
  const change = (part: Partial<Choices>) =>
    void store.change({ webhooks: { ...choices, ...part } });
  const { address, isOn, port, proof, publicUrl } = choices;
  const isElsewhere = address !== loopbackAddress;
  if (team !== null) return <HubDecides team={team} />;
  return (
    <>
      <p>{texts.lead}</p>
      <Card>
        <SwitchRow
          title={texts.receiver}
          help={
            isElsewhere ? (
              <span className="c-attention">{texts.alsoOthers(address)}</span>
            ) : (
              texts.onlyHere
            )
          }
          isOn={isOn}
          onChange={(value) => change({ isOn: value })}
        />
        {port === 0 ? (
          <SettingsRow title={texts.port} help={texts.portChosen} />
        ) : (
          <NumberRow
            title={texts.port}
            name={texts.port}
            unit=""
            value={port}
            {...webhookPorts}
            onChange={(value) => change({ port: value })}
          />
        )}
        <SecretPath choices={choices} change={change} />
        <TextRow
          title={texts.publicUrl}
          help={texts.publicUrlHelp}
          value={publicUrl ?? ''}
          wrong={texts.publicUrlWrong}
          placeholder="https://"
          fits={(typed) => typed === '' || publicUrlPattern.test(typed)}
          onChange={(typed) => change({ publicUrl: typed === '' ? null : typed })}
        />
        <ListenAt choices={choices} change={change} />
        <UnknownOrders isProven={proof !== 'none'} />
      </Card>
      <WebhookSignature choices={choices} change={change} />
      <WebhookStatus />
    </>
  );
}
