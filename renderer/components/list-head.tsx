import { useEffect, useRef } from 'react';
import { useModel, useSlice, useText } from '../model-context.tsx';
import { Icon } from './icon.tsx';
import { Keys } from './keys.tsx';

function FilterField() {
  const model = useModel();
  const { list: words } = useText();
  const filter = useSlice(model.list, (state) => state.filter);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const close = () => {
    model.list.setFilter('');
    model.layers.setFiltering(false);
  };
  return (
    <div className="field">
      <Icon name="search" className="s t3" />
      <input
        ref={input}
        type="text"
        aria-label={words.filterOrders}
        placeholder={words.filterHint}
        spellCheck={false}
        value={filter}
        onChange={(event) => model.list.setFilter(event.target.value)}
      />
      <button
        type="button"
        className="btn quiet icon s"
        aria-label={words.clearFilter}
        onClick={close}
      >
        <Icon name="x" className="s" />
      </button>
    </div>
  );
}

/** The name and the size of the open view, and the filter. */
export function ListHead() {
  const model = useModel();
  const text = useText();
  const view = useSlice(model.list, (state) => state.view);
  const shown = useSlice(model.list, (state) => state.arrangement.orderIds.length);
  const isFiltering = useSlice(model.layers, (state) => state.isFiltering);
  return (
    <div className="lhead">
      <h1>{text.views[view]}</h1>
      <span className="t3 num">{text.count(shown)}</span>
      <span className="grow" />
      {isFiltering ? (
        <FilterField />
      ) : (
        <button
          type="button"
          className="btn s quiet"
          onClick={() => model.layers.setFiltering(true)}
        >
          <Icon name="search" className="s" />
          {text.list.filter} <Keys keys={['/']} />
        </button>
      )}
    </div>
  );
}
