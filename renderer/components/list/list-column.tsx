import { useModel, useSlice, useText } from '../../model-context.tsx';
import { withKey } from '../../command-list.ts';
import { BannerBar } from './banner-bar.tsx';
import { CardOrdersOfList } from './card-orders.tsx';
import { EmptyList } from './empty-list.tsx';
import { FoundElsewhere } from './found-elsewhere.tsx';
import { ListHead } from './list-head.tsx';
import { OrderList } from './order-list.tsx';
import { PasteBar } from '../paste/paste-bar.tsx';
import { IconButton } from '../controls/button.tsx';

function PauseButton() {
  const model = useModel();
  const { bar } = useText();
  const isPaused = useSlice(model.board, (state) => state.app?.pause.kind === 'paused');
  const hasTeam = useSlice(model.board, (state) => state.app?.team != null);
  // The hub checks for all desks: none of them pauses it.
  if (hasTeam) return null;
  const label = isPaused ? bar.resume : bar.pause;
  return (
    <IconButton
      icon={isPaused ? 'play' : 'pause'}
      look="quiet"
      label={label}
      title={label}
      onClick={() => void model.actions.togglePause()}
    />
  );
}

/** The middle of the window: the paste bar, the banner and the list of orders. */
export function ListColumn() {
  const model = useModel();
  const text = useText();
  const isEmpty = useSlice(model.list, (state) => state.arrangement.orderIds.length === 0);
  return (
    <main className="list-col">
      <div className="bar drag hstack">
        <PasteBar />
        <IconButton
          icon="cmd"
          look="quiet"
          label={text.bar.palette}
          title={withKey(text.bar.palette, 'palette')}
          onClick={() => model.layers.open('palette')}
        />
        <IconButton
          icon="clock"
          look="quiet"
          label={text.lastHour.title}
          title={withKey(text.lastHour.title, 'lastHour')}
          onClick={() => model.layers.open('lastHour')}
        />
        <IconButton
          icon="undo"
          look="quiet"
          label={text.rewind.open}
          title={withKey(text.rewind.open, 'rewind')}
          onClick={() => void model.rewind.open()}
        />
        <IconButton
          icon="keyboard"
          look="quiet"
          label={text.bar.keyboard}
          title={withKey(text.bar.keyboard, 'help')}
          onClick={() => model.layers.open('keyboardHelp')}
        />
        <IconButton
          icon="sliders"
          look="quiet"
          label={text.bar.settings}
          title={withKey(text.bar.settings, 'settings')}
          onClick={() => model.settings.open()}
        />
        <PauseButton />
      </div>
      <BannerBar />
      <ListHead />
      <CardOrdersOfList />
      <FoundElsewhere />
      {isEmpty ? <EmptyList /> : <OrderList />}
    </main>
  );
}
