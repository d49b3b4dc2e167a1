import { notNarrowed } from '../../../core/settings/list-show.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';

/** How many orders the filter finds outside of the open view, and the way to them. */
export function FoundElsewhere() {
  const { list } = useModel();
  const text = useText();
  const foundIn = useSlice(list, (state) => state.foundIn);
  const view = useSlice(list, (state) => state.view);
  const shown = useSlice(list, (state) => state.arrangement.orderIds.length);
  if (foundIn === null) return null;
  const others = [
    { name: 'all', many: view === 'archive' ? foundIn.all : foundIn.all - shown },
    { name: 'archive', many: view === 'archive' ? 0 : foundIn.archive },
  ] as const;
  const found = others.filter(({ many }) => many > 0);
  if (found.length === 0) return null;
  return (
    <div className="elsewhere hstack fs12 t2">
      <span>{text.found.also}</span>
      {found.map(({ name, many }) => (
        <Button
          key={name}
          look="s quiet"
          onClick={() => {
            list.narrow(notNarrowed);
            list.openView(name);
          }}
        >
          {text.found.inView(many, text.views[name])}
        </Button>
      ))}
    </div>
  );
}
