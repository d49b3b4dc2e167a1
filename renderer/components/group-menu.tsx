import { Menu } from '@base-ui/react/menu';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { useModel, useSlice, useText } from '../model-context.tsx';
import { Icon } from './controls/icon.tsx';
import { isStillIn, PopupMenu } from './controls/popup-menu.tsx';
import { isolated } from './controls/received.tsx';
import { groupCommands } from './group-commands.ts';

interface GroupProps {
  readonly group: string;
}

function GroupItems({ group }: GroupProps) {
  const model = useModel();
  useSlice(model.board, (state) => state.rowsVersion);
  return groupCommands(model, group).map((each) => (
    <Menu.Item key={each.name} className="menu-item hstack" onClick={each.run}>
      <Icon name={each.icon} className="s" />
      <span className="grow">{each.name}</span>
    </Menu.Item>
  ));
}

/** A button with a menu of what can be done with a group. */
export function GroupActions({ group }: GroupProps) {
  const label = useText().groupWay.menu(isolated(group));
  return (
    <PopupMenu
      look="s quiet icon"
      label={label}
      title={label}
      align="start"
      face={<Icon name="more" />}
    >
      <GroupItems group={group} />
    </PopupMenu>
  );
}

/** The same menu where a pointer or the menu key asks for it on the group's line. */
export function GroupContext({
  group,
  children,
}: GroupProps & { readonly children: (ask: (event: MouseEvent) => void) => ReactElement }) {
  const [home, setHome] = useState<HTMLElement | null>(null);
  const [at, setAt] = useState<DOMRect | null>(null);
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    setAt(new DOMRect(event.clientX, event.clientY, 0, 0));
  };
  return (
    <>
      {children(ask)}
      <span ref={setHome} />
      <Menu.Root
        open={at !== null}
        modal={false}
        onOpenChange={(next) => {
          if (!next) setAt(null);
        }}
      >
        <Menu.Portal container={home}>
          <Menu.Positioner
            className="popover-layer"
            anchor={{ getBoundingClientRect: () => at ?? new DOMRect() }}
            side="bottom"
            align="start"
          >
            <Menu.Popup className="popover menu" finalFocus={() => isStillIn(home)}>
              <GroupItems group={group} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}
