import { Menu } from '@base-ui/react/menu';
import type { OrderRow } from '../../../core/bridge/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { mayArchive } from '../../actions.ts';
import { useModel, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import { orderCommands } from '../order-commands.ts';

/** A menu of the less frequent actions on orders. */
export function MoreActions({ ids, row }: Readonly<{ ids: readonly OrderId[]; row: OrderRow }>) {
  const model = useModel();
  const { more } = useText().detail;
  const { pin, snooze, snoozeHour, archive, rename, copy, erase } = orderCommands(model, ids, row);
  const movable = row.isArchived || mayArchive(row) ? [archive] : [];
  const ofOne = ids.length === 1 ? [rename] : [];
  return (
    <PopupMenu
      look="s quiet icon"
      label={more}
      title={more}
      align="start"
      face={<Icon name="more" />}
    >
      {[pin, snooze, snoozeHour, ...movable, ...ofOne, copy, erase].map((each) => (
        <Menu.Item key={each.name} className="menu-item hstack" onClick={each.run}>
          <Icon name={each.icon} className="s" />
          <span className="grow">{each.name}</span>
          <Keys keys={each.keys} />
        </Menu.Item>
      ))}
    </PopupMenu>
  );
}
