import { useId, useState } from 'react';

interface TextSettingProps {
  readonly name: string;
  readonly value: string;
  /** What is said of a text that does not fit. */
  readonly wrong: string;
  readonly fits: (text: string) => boolean;
  readonly placeholder?: string;
  readonly onChange: (text: string) => void;
}

/** A text that takes effect on Enter or when the field is left, and never when it does not fit. */
export function TextSetting({ name, value, wrong, fits, placeholder, onChange }: TextSettingProps) {
  const [typed, setTyped] = useState({ text: value, over: value });
  // What was typed over an older value has been overtaken.
  const draft = typed.over === value ? typed.text : value;
  const setDraft = (text: string) => setTyped({ text, over: value });
  const id = useId();
  const isFitting = fits(draft.trim());
  const commit = () => {
    if (isFitting && draft.trim() !== value) onChange(draft.trim());
  };
  return (
    <span className="number">
      <input
        className={isFitting ? 'input mono text-setting' : 'input mono text-setting bad'}
        aria-label={name}
        aria-invalid={!isFitting}
        aria-describedby={isFitting ? undefined : `${id}-help`}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={placeholder}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && draft !== value) {
            event.stopPropagation();
            setDraft(value);
          }
        }}
      />
      {isFitting ? null : (
        <span className="help c-problem" id={`${id}-help`} role="alert">
          {wrong}
        </span>
      )}
    </span>
  );
}
