import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { focusFirstEmpty, tryConnection } from './connecting.ts';
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
  const texts = useText().connect;
  const isOn = useSlice(connect, (state) => state.draft.isSessionOnly);
  const keepsStored = useSlice(
    connect,
    (state) => state.storedFor !== null && state.draft.clientSecret === '',
  );
  if (keepsStored) return null;
  return (
    <SwitchRow
      title={texts.sessionOnly}
      help={texts.sessionOnlyHelp}
      isOn={isOn}
      onChange={(isSessionOnly) => connect.edit({ isSessionOnly })}
    />
  );
}

type FieldName = 'baseUrl' | 'clientId' | 'clientSecret';

/** Where a value has spaces around it. A base URL never does: it is read without them. */
function spacesAround(value: string): 'start' | 'end' | 'both' | null {
  const rest = value.trim();
  if (rest === '' || rest === value) return null;
  if (value.startsWith(rest)) return 'end';
  return value.endsWith(rest) ? 'start' : 'both';
}

interface FieldProps {
  readonly field: FieldName;
  /** What is said below the field while nothing is wrong. */
  readonly hint: string;
  readonly input: { readonly type?: 'text' | 'password'; readonly autoComplete: string };
  /** The value that the company set; null, and by default, the dispatcher writes it. */
  readonly locked?: string | null;
  readonly children?: ReactNode;
}

/** A field with one place for its hint and for what is wrong with it, so that neither moves the form. */
function Field({ field, hint, input, locked = null, children }: FieldProps) {
  const { connect } = useModel();
  const texts = useText().connect;
  const draft = useSlice(connect, (state) => state.draft[field]);
  const value = locked ?? draft;
  const isMissing = useSlice(connect, (state) => state.missing.has(field));
  const refusal = useSlice(connect, (state) =>
    field === 'baseUrl' && state.failure?.code === 'base-url-refused'
      ? state.failure.message
      : null,
  );
  const id = useId();
  const problem = isMissing ? texts.missing[field] : refusal;
  const spaces = field === 'baseUrl' ? null : spacesAround(value);
  const removeSpaces = () => {
    connect.edit({ [field]: value.trim() });
    document.getElementById(id)?.focus();
  };
  return (
    <div className="form-row">
      <label htmlFor={id}>{texts[field]}</label>
      <div className={problem === null ? 'input l infield' : 'input l infield bad'}>
        <input
          id={id}
          name={field}
          className={input.type === 'password' ? '' : 'mono'}
          {...input}
          readOnly={locked !== null}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-help`}
          onChange={(event) => connect.edit({ [field]: event.target.value })}
        />
        {spaces === null ? null : (
          <Button look="quiet s" onClick={removeSpaces}>
            {texts.removeSpaces}
          </Button>
        )}
        {children}
      </div>
      <span
        className={`help ${problem === null ? (spaces === null ? '' : 'c-attention') : 'c-problem'}`}
        id={`${id}-help`}
        aria-live="polite"
      >
        {problem ?? (spaces === null ? hint : texts.spaces[spaces])}
      </span>
    </div>
  );
}

function SecretField() {
  const { connect } = useModel();
  const texts = useText().connect;
  const mayKeep = useSlice(connect, (state) => state.storedFor !== null);
  const isSessionOnly = useSlice(connect, (state) => state.draft.isSessionOnly);
  const [isShown, setShown] = useState(false);
  const kept = isSessionOnly ? texts.secretHelpSession : texts.secretHelp;
  return (
    <Field
      field="clientSecret"
      hint={mayKeep ? `${kept} ${texts.keepSecret}` : kept}
      input={{ type: isShown ? 'text' : 'password', autoComplete: 'off' }}
    >
      <Button
        look="quiet s"
        aria-label={isShown ? texts.hideSecret : texts.showSecret}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? texts.hide : texts.show}
      </Button>
    </Field>
  );
}

/** The form for a connection: its fields, the options, the test and the button that connects. */
export function ConnectForm() {
  const model = useModel();
  const { board, connect, options } = model;
  const texts = useText().connect;
  const { test, work, failure, isEditing } = useSlice(connect, (state) => state);
  const hasOptions = useSlice(options, (state) => state.draft !== null);
  const isSaidAtField =
    failure?.code === 'base-url-refused' || (failure?.code === 'ca-file-refused' && hasOptions);
  const { setByCompany } = useText().settings;
  const lockedBaseUrl = useSlice(board, (state) => state.app?.lockedBaseUrl ?? null);
  useEffect(() => {
    if (lockedBaseUrl !== null) connect.edit({ baseUrl: lockedBaseUrl });
  }, [connect, lockedBaseUrl]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstEmpty(form.current), []);
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
        <h1 id="connect-title">{isEditing ? texts.changeTitle : texts.title}</h1>
        <p className="lead">{texts.lead}</p>
      </header>
      <Field
        field="baseUrl"
        hint={lockedBaseUrl === null ? texts.hints.baseUrl : setByCompany}
        input={{ autoComplete: 'url' }}
        locked={lockedBaseUrl}
      />
      <Field field="clientId" hint={texts.hints.clientId} input={{ autoComplete: 'off' }} />
      <SecretField />
      <SessionOnly />
      <ConnectOptions />
      <ConnectionSteps test={test} />
      <FailureBanner failure={isSaidAtField ? null : failure} />
      <div className="hstack connect-actions">
        <Button
          look="l"
          aria-disabled={work !== null}
          onClick={() => tryConnection('test', model, form.current)}
        >
          {texts.test} <Keys keys={['Mod', 'T']} />
        </Button>
        <span className="grow" />
        {isEditing ? (
          <Button look="l quiet" onClick={connect.cancel}>
            {texts.cancel}
          </Button>
        ) : null}
        <Button look="l primary" type="submit" aria-disabled={work !== null}>
          {texts.connect} <Keys keys={['Enter']} />
        </Button>
      </div>
    </form>
  );
}
