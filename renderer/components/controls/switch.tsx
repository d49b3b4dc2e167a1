/** The properties of a switch. */
export interface SwitchProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch. Its name is for screen readers; the row shows the title and the help. */
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
