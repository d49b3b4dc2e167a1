import { Menu } from '@base-ui/react/menu';
import type { OrderRow } from '../../../core/bridge/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { mayArchive, orderName } from '../../actions.ts';
import { useModel, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { Keys } from '../controls/keys.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';

interface ActionProps {
  readonly icon: IconName;
  readonly words: string;
  readonly keys: readonly string[];
  readonly run: () => void;
}

function Action({ icon, words, keys, run }: ActionProps) {
  return (
    <Menu.Item className="menu-item hstack" onClick={run}>
      <Icon name={icon} className="s" />
      <span className="grow">{words}</span>
      <Keys keys={keys} />
    </Menu.Item>
  );
}

/** What is done to an order less often than muting it. */
export function MoreActions({ ids, row }: Readonly<{ ids: readonly OrderId[]; row: OrderRow }>) {
  const { actions, detail, privacy } = useModel();
  const text = useText();
  const words = text.detail;
  return (
    <PopupMenu
      look="s quiet icon"
      label={words.more}
      title={words.more}
      align="start"
      face={<Icon name="more" />}
    >
      <Action
        icon="pin"
        words={row.isPinned ? words.unpin : words.pin}
        keys={['P']}
        run={() => void actions.togglePinned(ids)}
      />
      <Action
        icon="clock"
        words={text.preferences.snoozeFor.quarter}
        keys={['S']}
        run={() => void actions.snooze(ids, 'quarter')}
      />
      <Action
        icon="clock"
        words={text.preferences.snoozeFor.hour}
        keys={[]}
        run={() => void actions.snooze(ids, 'hour')}
      />
      {row.isArchived || mayArchive(row) ? (
        <Action
          icon="archive"
          words={row.isArchived ? words.restore : words.archive}
          keys={['E']}
          run={() => void actions.toggleArchived(ids)}
        />
      ) : null}
      {ids.length === 1 ? (
        <Action
          icon="tag"
          words={words.rename}
          keys={['F2']}
          run={() => detail.setRenaming(true)}
        />
      ) : null}
      <Action
        icon="copy"
        words={ids.length === 1 ? words.copyUuid : text.help.copyUuids}
        keys={['Mod', 'C']}
        run={() => {
          const saying =
            ids.length === 1 ? text.toast.uuidCopied : text.toast.uuidsCopied(ids.length);
          void actions.copy(ids.join('\n'), saying);
        }}
      />
      <Action
        icon="trash"
        words={
          ids.length === 1 ? text.settings.privacy.order : text.settings.privacy.orders(ids.length)
        }
        keys={[]}
        run={() => privacy.ask({ kind: 'orders', ids, subject: orderName(row) })}
      />
    </PopupMenu>
  );
}
