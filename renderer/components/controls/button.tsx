import type { ComponentProps } from 'react';
import type { IconName } from '../../icon-sprite.tsx';
import { Icon } from './icon.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  /** Classes of its size and weight: `s`, `l`, `quiet`, `primary`, `danger`. */
  readonly look?: string;
  readonly type?: 'button' | 'submit';
};

/** A button, which sends a form only when it says so. */
export function Button({ look = '', type, ...props }: ButtonProps) {
  const className = `btn ${look}`.trim();
  return type === 'submit' ? (
    <button type="submit" className={className} {...props} />
  ) : (
    <button type="button" className={className} {...props} />
  );
}

type IconButtonProps = Omit<ButtonProps, 'children'> & {
  readonly icon: IconName;
  /** Its name, which is not drawn. */
  readonly label: string;
  readonly isSmall?: boolean;
};

/** A button with an icon alone. */
export function IconButton({ icon, isSmall = false, label, look = '', ...props }: IconButtonProps) {
  return (
    <Button look={`icon ${look}`} aria-label={label} {...props}>
      <Icon name={icon} className={isSmall ? 's' : ''} />
    </Button>
  );
}

/** A small button that copies what stands before it. */
export function CopyButton({ label, onCopy }: Readonly<{ label: string; onCopy: () => void }>) {
  return (
    <IconButton icon="copy" look="quiet s" isSmall label={label} title={label} onClick={onCopy} />
  );
}
