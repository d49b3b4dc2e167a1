import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { tryConnection } from './connecting.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { ConnectOptions } from './connection-options-form.tsx';
import { ConnectionSteps } from './connection-steps.tsx';
import { FailureBanner } from '../controls/failure.tsx';
import { Keys } from '../controls/keys.tsx';
import { SwitchRow } from '../controls/settings-controls.tsx';
import { Button } from '../controls/button.tsx';

/** Whether a newly entered secret is kept in memory only. A stored secret is not affected. */
function SessionOnly() {
  const { connect } = useModel();
  const words = useText().connect;
  const isOn = useSlice(connect, (state) => state.draft.isSessionOnly);
  const keepsStored = useSlice(
    connect,
    (state) => state.storedFor !== null && state.draft.clientSecret === '',
  );
  if (keepsStored) return null;
  return (
    <SwitchRow
      title={words.sessionOnly}
      help={words.sessionOnlyHelp}
      isOn={isOn}
      onChange={(isSessionOnly) => connect.edit({ isSessionOnly })}
    />
  );
}

interface TextFieldProps {
  readonly field: 'baseUrl' | 'clientId';
  readonly autoComplete: string;
}

function TextField({ field, autoComplete }: TextFieldProps) {
  const { connect } = useModel();
  const words = useText().connect;
  const value = useSlice(connect, (state) => state.draft[field]);
  const isMissing = useSlice(connect, (state) => state.missing.has(field));
  const id = useId();
  return (
    <div className="form-row">
      <label htmlFor={id}>{words[field]}</label>
      <input
        id={id}
        name={field}
        className={isMissing ? 'input l mono bad' : 'input l mono'}
        value={value}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete={autoComplete}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-help` : undefined}
        onChange={(event) => connect.edit({ [field]: event.target.value })}
      />
      {isMissing ? (
        <span className="help c-problem" id={`${id}-help`}>
          {words.missing[field]}
        </span>
      ) : null}
    </div>
  );
}

function SecretField() {
  const { connect } = useModel();
  const words = useText().connect;
  const value = useSlice(connect, (state) => state.draft.clientSecret);
  const isMissing = useSlice(connect, (state) => state.missing.has('clientSecret'));
  const mayKeep = useSlice(connect, (state) => state.storedFor !== null);
  const isSessionOnly = useSlice(connect, (state) => state.draft.isSessionOnly);
  const [isShown, setShown] = useState(false);
  const id = useId();
  const kept = isSessionOnly ? words.secretHelpSession : words.secretHelp;
  const help = isMissing
    ? words.missing.clientSecret
    : mayKeep
      ? `${kept} ${words.keepSecret}`
      : kept;
  return (
    <div className="form-row">
      <label htmlFor={id}>{words.clientSecret}</label>
      <div className={isMissing ? 'input l infield bad' : 'input l infield'}>
        <input
          id={id}
          name="clientSecret"
          className={isShown ? 'mono' : ''}
          type={isShown ? 'text' : 'password'}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-invalid={isMissing}
          aria-describedby={`${id}-help`}
          onChange={(event) => connect.edit({ clientSecret: event.target.value })}
        />
        <Button
          look="quiet s"
          aria-label={isShown ? words.hideSecret : words.showSecret}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </Button>
      </div>
      <span className={isMissing ? 'help c-problem' : 'help'} id={`${id}-help`}>
        {help}
      </span>
    </div>
  );
}

/** The form for a connection: its fields, the options, the test and the button that connects. */
export function ConnectForm() {
  const model = useModel();
  const { connect, options } = model;
  const words = useText().connect;
  const { test, work, failure, isEditing } = useSlice(connect, (state) => state);
  const hasOptions = useSlice(options, (state) => state.draft !== null);
  const isSaidAtField = failure?.code === 'ca-file-refused' && hasOptions;
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    tryConnection('connect', model, form.current);
  };
  return (
    <form
      ref={form}
      className="connect"
      onSubmit={submit}
      aria-labelledby="connect-title"
      noValidate
    >
      <header>
        <h1 id="connect-title">{isEditing ? words.changeTitle : words.title}</h1>
        <p className="lead">{words.lead}</p>
      </header>
      <TextField field="baseUrl" autoComplete="url" />
      <TextField field="clientId" autoComplete="off" />
      <SecretField />
      <SessionOnly />
      <ConnectOptions />
      <ConnectionSteps test={test} />
      <FailureBanner failure={isSaidAtField ? null : failure} />
      <div className="hstack">
        <Button
          look="l"
          aria-disabled={work !== null}
          onClick={() => tryConnection('test', model, form.current)}
        >
          {words.test} <Keys keys={['Mod', 'T']} />
        </Button>
        <span className="grow" />
        {isEditing ? (
          <Button look="l quiet" onClick={connect.cancel}>
            {words.cancel}
          </Button>
        ) : null}
        <Button look="l primary" type="submit" aria-disabled={work !== null}>
          {words.connect} <Keys keys={['Enter']} />
        </Button>
      </div>
    </form>
  );
}
