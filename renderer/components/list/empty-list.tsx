import { useRef } from 'react';
import { notNarrowed } from '../../../core/settings/list-show.ts';
import { isNarrowed } from '../../board/arrangement.ts';
import { isViewName } from '../../board/views.ts';
import { useFocusHandedOn } from './focus-handed-on.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Button } from '../controls/button.tsx';

function EmptyText() {
  const model = useModel();
  const text = useText();
  const view = useSlice(model.list, (state) => state.view);
  const filter = useSlice(model.list, (state) => state.filter);
  const all = useSlice(model.list, (state) => state.counts.all);
  const isPart = useSlice(model.list, (state) => isNarrowed(state.narrowing));
  const isOfCard = useSlice(model.list, (state) => state.cardIds !== null);
  const isLooking = useSlice(model.list, (state) => state.isLooking);
  const isReading = useSlice(model.archive, (state) => state.isReading);
  if (isLooking || (view === 'archive' && isReading)) return null;
  if (filter.trim() !== '' && all > 0) {
    return (
      <>
        <Icon name="search" className="t2" />
        <h2 className="strong title">{text.list.nothingMatches}</h2>
        <p className="fs12 t2">{text.list.nothingMatchesBody(filter.trim())}</p>
        <span className="hstack">
          <Button look="s" onClick={() => model.list.setFilter('')}>
            {text.list.clearFilter}
          </Button>
        </span>
      </>
    );
  }
  if (all === 0 && view !== 'archive') {
    return (
      <>
        <Icon name="clip" className="t2" />
        <h2 className="strong title">{text.emptyViews.all.title}</h2>
        <p className="fs12 t2">
          {text.list.emptyBefore} <Keys keys={['Mod', 'V']} /> {text.list.emptyAfter}
        </p>
      </>
    );
  }
  if (isPart || isOfCard) {
    return (
      <>
        <Icon name="funnel" className="t2" />
        <h2 className="strong title">{text.narrowing.nothing}</h2>
        <span className="hstack">
          <Button
            look="s"
            onClick={() => (isOfCard ? model.list.openView(view) : model.list.narrow(notNarrowed))}
          >
            {text.narrowing.showAll}
          </Button>
        </span>
      </>
    );
  }
  if (!isViewName(view)) {
    return (
      <>
        <Icon name="tag" className="t2" />
        <h2 className="strong title">{text.groupsNav.empty}</h2>
        <p className="fs12 t2">{text.groupsNav.emptyBody}</p>
      </>
    );
  }
  const isGoodNews = view === 'needsAttention';
  return (
    <>
      <Icon name={isGoodNews ? 'st-done' : 'all'} className={isGoodNews ? 'c-done' : 't2'} />
      <h2 className="strong title">{text.emptyViews[view].title}</h2>
      <p className="fs12 t2">{text.emptyViews[view].body}</p>
    </>
  );
}

/** The note in place of an empty list. */
export function EmptyList() {
  const here = useRef<HTMLDivElement>(null);
  useFocusHandedOn(here);
  return (
    <div ref={here} className="msg" data-region="list" tabIndex={-1}>
      <EmptyText />
    </div>
  );
}
