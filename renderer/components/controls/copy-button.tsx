import { IconButton } from './button.tsx';

/** A small button that copies what stands before it. */
export function CopyButton({ label, onCopy }: Readonly<{ label: string; onCopy: () => void }>) {
  return (
    <IconButton icon="copy" look="quiet s" isSmall label={label} title={label} onClick={onCopy} />
  );
}
