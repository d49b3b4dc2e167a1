import type { IconName } from '../../icon-sprite.tsx';

interface IconProps {
  readonly name: IconName;
  /** Size and color classes. */
  readonly className?: string;
  /** What it says to those who cannot see it; without it the icon is decoration. */
  readonly label?: string;
}

/** One symbol of the sprite, 16 px unless a class says otherwise. */
export function Icon({ name, className = '', label }: IconProps) {
  return (
    <>
      <svg className={`i ${className}`} aria-hidden="true">
        <use href={`#i-${name}`} />
      </svg>
      {label === undefined ? null : <span className="vh">{label}</span>}
    </>
  );
}
