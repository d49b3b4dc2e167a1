import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { sortNames } from '../../../core/bridge/window-view.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';

/** The order of the list, and the others that it can have. */
export function SortMenu() {
  const { list } = useModel();
  const { board: words } = useText();
  const sort = useSlice(list, (state) => state.sort);
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root>
      <Menu.Trigger className="btn s quiet" aria-label={words.sortBy(words.sorts[sort])}>
        <Icon name="sort" className="s" />
        <span className="sort-name">{words.sorts[sort]}</span>
      </Menu.Trigger>
      <span ref={setHome} />
      <Menu.Portal container={home}>
        <Menu.Positioner className="popover-layer" side="bottom" align="end" sideOffset={4}>
          <Menu.Popup className="popover menu">
            <Menu.RadioGroup value={sort}>
              {sortNames.map((name) => (
                <Menu.RadioItem
                  key={name}
                  value={name}
                  className="menu-item"
                  closeOnClick
                  onClick={() => list.setSort(name)}
                >
                  <Icon name="check" className={name === sort ? 's' : 's unchosen'} />
                  <span className="grow">{words.sorts[name]}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
