/** The properties of a switch. */
export interface SwitchProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off. The name says what, the line beside it what follows. */
export function Switch({ name, isOn, isDisabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={name}
      aria-checked={isOn}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
    />
  );
}
