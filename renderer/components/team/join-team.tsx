import { type SyntheticEvent, useId, useState } from 'react';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';

/** Where a dispatcher joins a team by the address of its hub and a code. */
export function JoinTeam() {
  const { team } = useModel();
  const texts = useText().join;
  const { failure, isBusy } = useSlice(team, (state) => state);
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isWhole = address.trim() !== '' && code.trim() !== '';
    setMissing(!isWhole);
    if (isWhole) void team.join(address.trim(), code.trim());
  };
  const field = (
    name: string,
    [label, hint]: readonly [string, string],
    value: string,
    change: (text: string) => void,
  ) => (
    <div className="form-row">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        className="input mono"
        placeholder={hint}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={name === 'code' ? 100 : 2000}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  );
  return (
    <form className="demo join" onSubmit={submit} aria-labelledby={`${id}-title`} noValidate>
      <h2 id={`${id}-title`} className="hstack strong">
        <Icon name="you" />
        {texts.title}
      </h2>
      <p className="fs12 t2">{texts.body}</p>
      {field('address', [texts.address, texts.addressHint], address, setAddress)}
      {field('code', [texts.code, texts.codeHint], code, setCode)}
      <p className="fs12 t3">{texts.brings}</p>
      <p className="fs12 c-problem" role="alert">
        {isMissing ? texts.both : (failure?.message ?? '')}
      </p>
      <Button type="submit" aria-disabled={isBusy}>
        {isBusy ? texts.joining : texts.join}
      </Button>
    </form>
  );
}
