import { useState } from 'react';
import {
  headerNamePattern,
  longestWebhookSecret,
  webhookTolerance,
} from '../../../core/webhook/webhook-limits.ts';
import type { WebhookSettings as Choices } from '../../../core/webhook/webhook-settings.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import {
  Card,
  ChoiceRow,
  NumberRow,
  SettingsRow,
  SwitchRow,
  TextRow,
} from '../controls/settings-controls.tsx';
import { Button } from '../controls/button.tsx';

/** The choices and how one of them is changed. */
export interface WebhookPartProps {
  readonly choices: Choices;
  readonly change: (part: Partial<Choices>) => void;
}

/** Adds secrets to the keychain. They can never be shown again. */
function Secrets() {
  const { board, webhooks: store } = useModel();
  const texts = useText().settings.webhooks;
  const stored = useSlice(board, (state) => state.app?.webhooks.secretCount ?? 0);
  const [secret, setSecret] = useState('');
  const [keepsOlder, setKeepsOlder] = useState(true);
  const add = async () => {
    if (secret === '' || !(await store.addSecret(secret, keepsOlder))) return;
    setSecret('');
  };
  return (
    <>
      <SettingsRow title={texts.secret} help={texts.secretCount(stored)}>
        {stored > 1 ? (
          <Button look="s quiet" onClick={() => void store.forgetOlder()}>
            {texts.forgetOlder}
          </Button>
        ) : null}
        <form
          className="hstack"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <input
            className="input mono text-setting"
            type="password"
            aria-label={texts.secret}
            autoComplete="off"
            maxLength={longestWebhookSecret}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
          <Button type="submit" disabled={secret === ''}>
            {texts.add}
          </Button>
        </form>
      </SettingsRow>
      {stored === 0 ? null : (
        <SwitchRow
          title={texts.keepsOlder}
          help={texts.keepsOlderHelp}
          isOn={keepsOlder}
          onChange={setKeepsOlder}
        />
      )}
    </>
  );
}

/** How senders prove who they are, for a service that does more than the contract says. */
export function WebhookSignature({ choices, change }: WebhookPartProps) {
  const texts = useText().settings.webhooks;
  const { proof, proofHeader, timestampHeader, toleranceSeconds } = choices;
  return (
    <Card title={texts.signature}>
      <ChoiceRow
        title={texts.proof}
        help={texts.proofHelp[proof]}
        texts={texts.proofs}
        value={proof}
        onChange={(value) => change({ proof: value })}
      />
      {proof === 'none' ? null : (
        <TextRow
          title={texts.header}
          help={texts.headerHelp[proof]}
          value={proofHeader}
          wrong={texts.headerWrong}
          fits={(typed) => headerNamePattern.test(typed)}
          onChange={(typed) => change({ proofHeader: typed })}
        />
      )}
      {proof === 'hmac' ? (
        <TextRow
          title={texts.timestampHeader}
          help={texts.timestampHelp}
          value={timestampHeader ?? ''}
          wrong={texts.headerWrong}
          fits={(typed) => typed === '' || headerNamePattern.test(typed)}
          onChange={(typed) => change({ timestampHeader: typed === '' ? null : typed })}
        />
      ) : null}
      {proof === 'hmac' && timestampHeader !== null ? (
        <NumberRow
          title={texts.tolerance}
          name={texts.toleranceField}
          unit={texts.seconds}
          value={toleranceSeconds}
          {...webhookTolerance}
          onChange={(value) => change({ toleranceSeconds: value })}
        />
      ) : null}
      {proof === 'none' ? null : <Secrets />}
    </Card>
  );
}
