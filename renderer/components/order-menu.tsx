import { Menu } from '@base-ui/react/menu';
import { Fragment, useState } from 'react';
import type { OrderId } from '../../core/order/order-id.ts';
import { mayArchive } from '../actions.ts';
import { mayHandle } from '../board/views.ts';
import { useModel, useSlice, useText } from '../model-context.tsx';
import { focusList } from '../window-keys.ts';
import { Button } from './controls/button.tsx';
import { Icon } from './controls/icon.tsx';
import { Keys } from './controls/keys.tsx';
import { PopupMenu } from './controls/popup-menu.tsx';
import {
  isSubmenu,
  menuOf,
  type OrderCommand,
  orderCommands,
  type Submenu,
} from './order-commands.ts';

/** The lines of an open menu: what can be done with these orders as they are now. */
export function OrderMenuItems({ ids }: { readonly ids: readonly OrderId[] }) {
  const model = useModel();
  useSlice(model.board, (state) => state.rowsVersion);
  return menuOf(model, ids).map((commands, group) => (
    <Fragment key={commands[0]?.name}>
      {group === 0 ? null : <Menu.Separator className="menu-line" />}
      {commands.map((line) =>
        isSubmenu(line) ? (
          <OrderSubmenu key={line.name} {...line} />
        ) : (
          <CommandItem key={line.name} {...line} />
        ),
      )}
    </Fragment>
  ));
}

function CommandItem({ icon, keys, name, run }: OrderCommand) {
  return (
    <Menu.Item className="menu-item hstack" onClick={run}>
      <Icon name={icon} className="s" />
      <span className="grow">{name}</span>
      <Keys keys={keys} />
    </Menu.Item>
  );
}

function OrderSubmenu({ commands, icon, name }: Submenu) {
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="menu-item hstack">
        <Icon name={icon} className="s" />
        <span className="grow">{name}</span>
        <Icon name="chev-r" className="s" />
      </Menu.SubmenuTrigger>
      <span ref={setHome} />
      <Menu.Portal container={home}>
        <Menu.Positioner className="popover-layer" side="inline-end" align="start" sideOffset={2}>
          <Menu.Popup className="popover menu">
            {commands.map((each) => (
              <CommandItem key={each.name} {...each} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

/** A button with a menu of everything that can be done with orders. */
export function MoreActions({ ids }: { readonly ids: readonly OrderId[] }) {
  const { more } = useText().detail;
  return (
    <PopupMenu
      look="s quiet icon"
      label={more}
      title={more}
      align="start"
      face={<Icon name="more" />}
    >
      <OrderMenuItems ids={ids} />
    </PopupMenu>
  );
}

/** Marks selected orders as seen or handled and archives them; each button says how many it would change. */
export function SelectionButtons({ ids }: { readonly ids: readonly OrderId[] }) {
  const model = useModel();
  const { list: texts } = useText();
  useSlice(model.board, (state) => state.rowsVersion);
  const { rows: rowsById } = model.board.getState();
  const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
  const unseen = rows.filter(({ isUnseen }) => isUnseen).length;
  const unhandled = rows.filter(mayHandle).length;
  const areArchived = rows.every(({ isArchived }) => isArchived);
  const movable = rows.filter((row) => areArchived || (!row.isArchived && mayArchive(row))).length;
  const { archive, handled, markSeen } = orderCommands(model, ids);
  const buttons = [
    { many: unseen, name: texts.markSeen(unseen), run: markSeen.run },
    { many: unhandled, name: texts.markHandled(unhandled), run: handled.run },
    {
      many: movable,
      name: areArchived ? texts.putBack(movable) : texts.archive(movable),
      run: archive.run,
    },
  ];
  return buttons
    .filter(({ many }) => many > 0)
    .map(({ name, run }) => (
      <Button
        key={name}
        look="s"
        onClick={() => {
          // The button is gone once it has done its work.
          focusList();
          run();
        }}
      >
        {name}
      </Button>
    ));
}
