import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId } from 'react';
import { optionFaultText } from '../../../core/delivery/option-fault.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import type { OptionsDraft, OptionsField } from '../../stores/settings/options-store.ts';
import { FailureLine } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { ChoiceRow } from '../controls/settings-controls.tsx';
import { Button } from '../controls/button.tsx';

interface OptionFieldProps {
  readonly field: OptionsField;
  readonly draft: OptionsDraft;
}

function OptionField({ field, draft }: OptionFieldProps) {
  const { connect, options } = useModel();
  const { language, settings: dictionary } = useText();
  const texts = dictionary.connection;
  const fault = useSlice(options, (state) => state.refusals[field]);
  const stored = useSlice(options, (state) => state.stored?.[field] ?? '');
  // Only main can look at the file.
  const fileRefusal = useSlice(connect, ({ failure }) =>
    field === 'caFile' && failure?.code === 'ca-file-refused' ? failure.message : undefined,
  );
  const refusal = fault === undefined ? fileRefusal : optionFaultText(fault, language);
  const id = useId();
  const value = draft[field];
  const common = {
    id,
    name: field,
    value,
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    'aria-invalid': refusal !== undefined,
    'aria-describedby': `${id}-help`,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      options.edit({ [field]: event.target.value }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.nativeEvent.isComposing || value === stored) return;
      event.stopPropagation();
      options.edit({ [field]: stored });
    },
  } as const;
  const look = refusal === undefined ? 'mono' : 'mono bad';
  return (
    <div className="form-row">
      <label htmlFor={id}>{texts.fields[field]}</label>
      {field === 'extraHeaders' || field === 'statusMeanings' ? (
        <textarea {...common} className={`input area ${look}`} rows={2} wrap="off" />
      ) : (
        <span className="hstack">
          <input {...common} className={`input l ${look}`} />
          {field === 'caFile' ? (
            <Button onClick={() => void options.chooseCaFile()}>{texts.chooseCaFile}</Button>
          ) : null}
        </span>
      )}
      <span className={refusal === undefined ? 'help' : 'help c-problem'} id={`${id}-help`}>
        {refusal === undefined ? texts.fieldHelp[field] : <span role="alert">{refusal}</span>}
      </span>
    </div>
  );
}

function SaveRow() {
  const { connect, options } = useModel();
  const texts = useText().settings.connection;
  const work = useSlice(connect, (state) => state.work);
  const outcome = useSlice(options, (state) => state.outcome);
  const said =
    outcome === 'saved'
      ? texts.optionsSaved
      : outcome === 'notPassed'
        ? texts.optionsNotPassed
        : texts.saveHelp;
  return (
    <div className="hstack">
      <output className={outcome === 'notPassed' ? 'help grow c-problem' : 'help grow'}>
        {said}
      </output>
      <Button type="submit" aria-disabled={work !== null}>
        {work === 'connect' ? texts.testing : texts.save}
      </Button>
    </div>
  );
}

interface ConnectionOptionsFormProps {
  readonly baseUrl: string;
  readonly clientId: string;
}

function OptionsFields({ draft }: { readonly draft: OptionsDraft }) {
  const { options } = useModel();
  const texts = useText().settings.connection;
  const { schemeKind, proxyKind } = draft;
  return (
    <>
      <OptionField field="orderPath" draft={draft} />
      <OptionField field="tokenHeader" draft={draft} />
      <ChoiceRow
        title={texts.tokenScheme}
        help={texts.tokenSchemeHelp[schemeKind]}
        texts={texts.tokenSchemes}
        value={schemeKind}
        onChange={(value) => options.edit({ schemeKind: value })}
      />
      {schemeKind === 'fixed' ? <OptionField field="scheme" draft={draft} /> : null}
      <OptionField field="extraHeaders" draft={draft} />
      <OptionField field="caFile" draft={draft} />
      <ChoiceRow
        title={texts.proxy}
        help={texts.proxyHelp[proxyKind]}
        texts={texts.proxies}
        value={proxyKind}
        onChange={(value) => options.edit({ proxyKind: value })}
      />
      {proxyKind === 'fixed' ? <OptionField field="proxyUrl" draft={draft} /> : null}
      <OptionField field="statusMeanings" draft={draft} />
    </>
  );
}

/** The options, which are folded until the dispatcher or a refused certificate file opens them. */
function OptionsCard({ children }: { readonly children: (draft: OptionsDraft) => ReactNode }) {
  const { connect, options } = useModel();
  const texts = useText().settings.connection;
  const { isOpen, draft, failure } = useSlice(options, (state) => state);
  const isFileRefused = useSlice(connect, (state) => state.failure?.code === 'ca-file-refused');
  useEffect(() => void options.load(), [options]);
  useEffect(() => {
    if (isFileRefused) options.setOpen(true);
  }, [options, isFileRefused]);
  return (
    <details
      className="card options"
      open={isOpen}
      onToggle={(event) => options.setOpen(event.currentTarget.open)}
    >
      <summary className="hstack">
        <Icon name="chev-r" className="s" />
        <h2>{texts.advanced}</h2>
        <span className="help">{texts.advancedHelp}</span>
      </summary>
      <FailureLine failure={failure} title={texts.optionsNotRead} />
      {draft === null ? null : children(draft)}
    </details>
  );
}

/** The options inside of the connect screen's own form, which sends them. */
export function ConnectOptions() {
  return (
    <OptionsCard>
      {(draft) => (
        <div className="options-form">
          <OptionsFields draft={draft} />
        </div>
      )}
    </OptionsCard>
  );
}

/** The options of the present connection. */
export function ConnectionOptionsForm({ baseUrl, clientId }: ConnectionOptionsFormProps) {
  const { options } = useModel();
  const texts = useText().settings.connection;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = options.save(baseUrl, clientId);
    if (refused === null) return;
    event.currentTarget.querySelector<HTMLElement>(`[name="${refused}"]`)?.focus();
  };
  return (
    <OptionsCard>
      {(draft) => (
        <form className="options-form" aria-label={texts.advanced} onSubmit={submit} noValidate>
          <OptionsFields draft={draft} />
          <SaveRow />
        </form>
      )}
    </OptionsCard>
  );
}
