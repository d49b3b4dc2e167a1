import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';

interface PopupMenuProps {
  /** Classes of the button. */
  readonly look: string;
  readonly label: string;
  /** The label again for the pointer, where the button shows an icon alone. */
  readonly title?: string;
  readonly face: ReactNode;
  readonly align: 'start' | 'end';
  readonly children: ReactNode;
}

/** Whether the focus is still in a menu that closes, or nowhere: a command may have moved it into a field. */
export function isStillIn(home: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || home?.contains(activeElement) === true;
}

/** A button that opens a menu. The menu is drawn beside it, where a screen reader expects it. */
export function PopupMenu({ look, label, title, face, align, children }: PopupMenuProps) {
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root>
      <Menu.Trigger className={`btn ${look}`} aria-label={label} title={title}>
        {face}
      </Menu.Trigger>
      <span ref={setHome} />
      <Menu.Portal container={home}>
        <Menu.Positioner className="popover-layer" side="bottom" align={align} sideOffset={4}>
          <Menu.Popup className="popover menu" finalFocus={() => isStillIn(home)}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
