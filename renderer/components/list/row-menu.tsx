import { Menu } from '@base-ui/react/menu';
import { type RefObject, useEffect, useState } from 'react';
import { useModel, useSlice } from '../../model-context.tsx';
import { OrderMenuItems } from '../order-menu.tsx';

function SelectedOrderItems() {
  const { selection } = useModel();
  useSlice(selection, (state) => state.selectedIds);
  return <OrderMenuItems ids={selection.selected()} />;
}

/** The menu of the selected orders, where the pointer asked for it or beneath the active row. */
export function RowMenu({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const { layers } = useModel();
  const { isAtPointer, isOpen, x, y } = useSlice(layers, (state) => state.rowMenu);
  const [home, setHome] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const scroller = list.current;
    if (!isOpen || !scroller) return;
    scroller.addEventListener('scroll', layers.closeRowMenu);
    return () => scroller.removeEventListener('scroll', layers.closeRowMenu);
  }, [layers, list, isOpen]);
  // The list may give way to an empty one.
  useEffect(() => layers.closeRowMenu, [layers]);
  return (
    <>
      <span ref={setHome} />
      <Menu.Root
        open={isOpen}
        modal={false}
        onOpenChange={(next) => {
          if (!next) layers.closeRowMenu();
        }}
      >
        <Menu.Portal container={home}>
          <Menu.Positioner
            className="popover-layer"
            anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
            side="bottom"
            align="start"
            // Moves up from the end of the window rather than hiding its last lines.
            collisionAvoidance={isAtPointer ? { side: 'shift', align: 'shift' } : {}}
          >
            <Menu.Popup
              className="popover menu"
              // A command may have moved the focus, into the field of the label for instance.
              finalFocus={() =>
                document.activeElement === document.body ||
                home?.contains(document.activeElement) === true
                  ? list.current
                  : false
              }
            >
              <SelectedOrderItems />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}
