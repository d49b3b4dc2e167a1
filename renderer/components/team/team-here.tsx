import { cleanText } from '../../../core/text/safe-text.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import { usePresenceText } from './presence-text.ts';

/** How many desks the sidebar names. */
const mostDesks = 8;

/** Lists the desks of the team that are here, and counts the edits that wait for the hub. */
export function TeamHere() {
  const { board } = useModel();
  const { team: texts } = useText();
  const team = useSlice(board, (state) => state.app?.team ?? null);
  const saidOf = usePresenceText();
  if (team === null) return null;
  const others = team.desks.filter(({ id }) => id !== team.me.id);
  const sorted = others.toSorted((one, other) => Number(other.isHere) - Number(one.isHere));
  const shown = sorted.slice(0, mostDesks);
  return (
    <section className="here" aria-label={texts.title}>
      <div className="title fs11 strong t3" aria-hidden="true">
        {texts.title}
      </div>
      {team.me.role === 'viewer' ? (
        <p className="hstack fs12 t2" title={texts.lookingOnHelp}>
          <Icon name="eye" className="xs" />
          <span className="words">{texts.lookingOn}</span>
        </p>
      ) : null}
      <ul className="fs12">
        {shown.map(({ isHere, name, ...desk }) => {
          const presence = saidOf({ isHere, ...desk });
          const isThere = isHere && desk.presence.state === 'here';
          const tone = isHere ? 'dot c-attention' : 'dot';
          return (
            <li
              key={desk.id}
              className={isThere ? 'desk cut' : 'desk cut t3'}
              title={texts.at(name, presence)}
            >
              <span className={isThere ? 'dot c-done' : tone} aria-hidden="true" />
              <bdi className="words">{name}</bdi>
              <span className="initial fs11" aria-hidden="true">
                {cleanText(name, 2)}
              </span>
              <span className="vh">{texts.at('', presence)}</span>
            </li>
          );
        })}
        {others.length > shown.length ? (
          <li className="t3">{texts.more(others.length - shown.length)}</li>
        ) : null}
      </ul>
      {team.queuedEdits > 0 ? (
        <output className="words fs12 c-attention num">
          {team.isQueueFull ? texts.full : texts.waiting(team.queuedEdits)}
        </output>
      ) : null}
    </section>
  );
}
