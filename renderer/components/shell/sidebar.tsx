import type { MouseEvent } from 'react';
import {
  type GroupCount,
  groupView,
  sidebarGroups,
  type ViewName,
  viewNames,
} from '../../board/views.ts';
import { useIsPast, useModel, useSlice, useText } from '../../model-context.tsx';
import { HealthButton, HealthThen } from './health-button.tsx';
import { StandingHolds } from './standing-holds.tsx';
import { cleanText } from '../../../core/text/safe-text.ts';
import { TeamHere } from '../team/team-here.tsx';
import { GroupName } from '../controls/group-name.tsx';
import { GroupContext } from '../group-menu.tsx';
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
  mine: { name: 'you', tone: 'c-active' },
  unclaimed: { name: 'you', tone: '' },
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

function GroupLink({ group, orders, needAttention }: GroupCount) {
  const model = useModel();
  const text = useText();
  const view = groupView(group);
  const isCurrent = useSlice(model.list, (state) => state.view === view);
  const name = text.groupsNav.spoken(group, text.orders(orders), needAttention);
  const link = (ask?: (event: MouseEvent) => void) => (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={name}
      title={name}
      onClick={() => model.list.openView(view)}
      onContextMenu={ask}
    >
      <GroupName group={group} />
      <span className="initial fs11">{cleanText(group, 2)}</span>
      {needAttention === 0 ? null : <span className="n hot">{text.count(needAttention)}</span>}
      <span className="n">{text.count(orders)}</span>
    </button>
  );
  return model.isPast ? link() : <GroupContext group={group}>{link}</GroupContext>;
}

/** The dispatcher's own groups, as long as orders belong to any. */
function Groups() {
  const { isPast, list, layers } = useModel();
  const { groupsNav: texts } = useText();
  const groups = useSlice(list, (state) => state.groups);
  const view = useSlice(list, (state) => state.view);
  if (groups.length === 0) return null;
  const shown = isPast ? groups : sidebarGroups(groups, view);
  const more = groups.length - shown.length;
  return (
    // A fieldset is for fields.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="nav groups" role="group" aria-label={texts.title}>
      <div className="title fs11 strong t3" aria-hidden="true">
        {texts.title}
      </div>
      {shown.map((group) => (
        <GroupLink key={group.group} {...group} />
      ))}
      {more === 0 ? null : (
        <button type="button" onClick={() => layers.open('palette')}>
          <Icon name="more" />
          <span className="words">{texts.more(more)}</span>
        </button>
      )}
    </div>
  );
}

/** The views with their counts, the dispatcher's groups, and the health of the connection. */
export function Sidebar() {
  const text = useText();
  const isPast = useIsPast();
  const hasTeam = useSlice(useModel().board, (state) => state.app?.team != null);
  return (
    <nav className="side" aria-label={text.regions.views} data-region="sidebar">
      <div className="lights drag" aria-hidden="true" />
      <div className="nav">
        {viewNames.slice(0, viewNames.indexOf('muted')).map((view) => (
          <ViewLink key={view} view={view} />
        ))}
      </div>
      <div className="nav">
        <ViewLink view="muted" />
        {isPast ? null : <ViewLink view="archive" />}
      </div>
      {hasTeam ? (
        <div className="nav">
          <ViewLink view="mine" />
          <ViewLink view="unclaimed" />
        </div>
      ) : null}
      <Groups />
      {isPast ? (
        <HealthThen />
      ) : (
        <>
          <TeamHere />
          <StandingHolds />
          <HealthButton />
        </>
      )}
    </nav>
  );
}
