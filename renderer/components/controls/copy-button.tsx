import { Icon } from './icon.tsx';

/** A small button that copies what stands before it. */
export function CopyButton({
  label,
  onCopy,
}: {
  readonly label: string;
  readonly onCopy: () => void;
}) {
  return (
    <button
      type="button"
      className="btn quiet icon s"
      aria-label={label}
      title={label}
      onClick={onCopy}
    >
      <Icon name="copy" className="s" />
    </button>
  );
}
