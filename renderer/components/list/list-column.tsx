import { useModel, useSlice, useText } from '../../model-context.tsx';
import { BannerBar } from './banner-bar.tsx';
import { EmptyList } from './empty-list.tsx';
import { Icon } from '../controls/icon.tsx';
import { ListHead } from './list-head.tsx';
import { OrderList } from './order-list.tsx';
import { PasteBar } from '../paste/paste-bar.tsx';

function PauseButton() {
  const model = useModel();
  const { bar } = useText();
  const isPaused = useSlice(model.board, (state) => state.desk?.pause.kind === 'paused');
  const words = isPaused ? bar.resume : bar.pause;
  return (
    <button
      type="button"
      className="btn quiet icon"
      aria-label={words}
      title={words}
      onClick={() => void (isPaused ? model.actions.resume() : model.actions.pause())}
    >
      <Icon name={isPaused ? 'play' : 'pause'} />
    </button>
  );
}

/** The middle of the window: what to paste into, what is wrong, and the orders. */
export function ListColumn() {
  const model = useModel();
  const text = useText();
  const isEmpty = useSlice(model.list, (state) => state.arrangement.orderIds.length === 0);
  return (
    <main className="list-col">
      <div className="bar drag">
        <PasteBar />
        <button
          type="button"
          className="btn quiet icon"
          aria-label={text.bar.palette}
          title={text.bar.palette}
          onClick={() => model.layers.open('palette')}
        >
          <Icon name="cmd" />
        </button>
        <button
          type="button"
          className="btn quiet icon"
          aria-label={text.bar.keyboard}
          title={`${text.bar.keyboard}  ?`}
          onClick={() => model.layers.open('keyboardHelp')}
        >
          <Icon name="keyboard" />
        </button>
        <button
          type="button"
          className="btn quiet icon"
          aria-label={text.bar.settings}
          title={text.bar.settings}
          onClick={() => model.settings.open()}
        >
          <Icon name="sliders" />
        </button>
        <PauseButton />
      </div>
      <BannerBar />
      <ListHead />
      {isEmpty ? <EmptyList /> : <OrderList />}
    </main>
  );
}
