import { IconButton } from './button.tsx';

/** The title of a dialog, by which it is named (`aria-labelledby` is `id`), and the button that closes it. */
export function DialogHead({
  id,
  title,
  closeLabel,
  onClose,
}: {
  readonly id: string;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}) {
  return (
    <div className="hstack">
      <h2 id={id} className="grow fs15 strong">
        {title}
      </h2>
      <IconButton icon="x" look="quiet s" isSmall label={closeLabel} onClick={onClose} />
    </div>
  );
}
