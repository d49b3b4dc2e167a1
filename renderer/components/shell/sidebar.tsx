import { type ViewName, viewNames } from '../../board/views.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { HealthButton } from './health-button.tsx';
import { Icon } from '../controls/icon.tsx';
import type { IconName } from '../../icon-sprite.tsx';

const icons: Readonly<Record<ViewName, { readonly name: IconName; readonly tone: string }>> = {
  all: { name: 'all', tone: '' },
  needsAttention: { name: 'st-attention', tone: 'c-attention' },
  waiting: { name: 'st-waiting', tone: 'c-waiting' },
  onTheWay: { name: 'st-active', tone: 'c-active' },
  done: { name: 'st-done', tone: 'c-done' },
  muted: { name: 'bell-off', tone: '' },
  archive: { name: 'archive', tone: '' },
};

function ViewLink({ view }: { readonly view: ViewName }) {
  const model = useModel();
  const text = useText();
  const isCurrent = useSlice(model.list, (state) => state.view === view);
  const count = useSlice(model.list, (state) => state.counts[view]);
  const isHot = view === 'needsAttention' && count > 0;
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      title={`${text.views[view]}  ${viewNames.indexOf(view) + 1}`}
      onClick={() => model.list.openView(view)}
    >
      <Icon name={icons[view].name} className={icons[view].tone} />
      <span className="words">{text.views[view]}</span>
      <span className={isHot ? 'n hot' : 'n'}>{text.count(count)}</span>
    </button>
  );
}

/** The views with their counts, and the health of the connection. */
export function Sidebar() {
  const text = useText();
  return (
    <nav className="side" aria-label={text.regions.views} data-region="sidebar">
      <div className="lights drag" aria-hidden="true" />
      <div className="nav">
        {viewNames
          .filter((view) => view !== 'muted' && view !== 'archive')
          .map((view) => (
            <ViewLink key={view} view={view} />
          ))}
      </div>
      <div className="nav">
        <ViewLink view="muted" />
        <ViewLink view="archive" />
      </div>
      <HealthButton />
    </nav>
  );
}
