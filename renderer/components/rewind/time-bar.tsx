import { useMemo } from 'react';
import type { RewindEvent, RewindRange, IdlePeriod } from '../../../core/board/rewind.ts';
import { momentText } from '../../../core/order/format.ts';
import { useSlice, useText } from '../../model-context.tsx';
import type { RewindStore } from '../../stores/rewind-store.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { FailureLine } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { fullTime } from '../controls/times.tsx';

/** The most marks on the bar. More could not be told apart. */
const places = 400;

/** How far along the bar a time is, from 0 to 1. */
function shareOf(atMs: number, { fromMs, untilMs }: RewindRange): number {
  return untilMs === fromMs ? 1 : (atMs - fromMs) / (untilMs - fromMs);
}

/** Where events are on the bar; a loss of contact goes before a change at the same place. */
function marksOf(range: RewindRange): ReadonlyMap<number, RewindEvent['kind']> {
  const marks = new Map<number, RewindEvent['kind']>();
  for (const { atMs, kind } of range.events) {
    const place = Math.round(shareOf(atMs, range) * places);
    if (marks.get(place) !== 'contactLost') marks.set(place, kind);
  }
  return marks;
}

function Marks({ range }: { readonly range: RewindRange }) {
  const marks = useMemo(() => [...marksOf(range)], [range]);
  return (
    <div className="marks" aria-hidden="true">
      {marks.map(([place, kind]) => (
        <i key={place} className={kind} style={{ '--share': place / places }} />
      ))}
    </div>
  );
}

/** The times in which nothing was checked: hatched on the bar, and in words for who cannot see it. */
function IdlePeriods({ range }: { readonly range: RewindRange }) {
  const { locale, rewind: texts } = useText();
  const { rests: idlePeriods, untilMs } = range;
  if (idlePeriods.length === 0) return null;
  const when = (atMs: number): string => momentText(atMs, untilMs, locale);
  const ends = ({ fromMs, untilMs: endMs }: IdlePeriod) => ({
    '--share': shareOf(fromMs, range),
    '--length': shareOf(endMs, range) - shareOf(fromMs, range),
  });
  return (
    <>
      <div className="idle-periods" aria-hidden="true">
        {idlePeriods.map((period) => (
          <i key={period.fromMs} style={ends(period)} />
        ))}
      </div>
      <ul className="vh">
        {idlePeriods.map((period) => (
          <li key={period.fromMs}>
            {texts.idleFromTo[period.activity](when(period.fromMs), when(period.untilMs))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The time that the board shows, and the way to every other second of the recording. */
export function TimeBar({ rewind }: { readonly rewind: RewindStore }) {
  const { locale, rewind: texts } = useText();
  const { atMs, board, failure, isPlaying, range } = useSlice(rewind, (state) => state);
  if (range === null) return null;
  const { fromMs, untilMs } = range;
  const time = fullTime(atMs, locale);
  const activity = board?.activity ?? 'running';
  const idle = activity === 'running' ? null : texts.idle[activity];
  return (
    <section className="time-bar" aria-label={texts.title}>
      <div className="hstack drag head">
        <h1 className="num grow">{time}</h1>
        <Button look="s" onClick={rewind.close}>
          {texts.back} <Keys keys={['Esc']} />
        </Button>
      </div>
      {idle === null ? null : (
        <p className="hstack strong idle">
          <Icon name="pause" />
          {idle}
        </p>
      )}
      <p className="fs12 t2">{texts.notNow}</p>
      <div className="hstack">
        <IconButton
          icon="chev-r"
          look="s quiet back"
          label={texts.previousEvent}
          title={`${texts.previousEvent}  ←`}
          onClick={() => rewind.step(-1)}
        />
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          look="s quiet"
          label={isPlaying ? texts.pause : texts.play}
          title={isPlaying ? texts.pause : texts.play}
          onClick={rewind.togglePlay}
        />
        <IconButton
          icon="chev-r"
          look="s quiet"
          label={texts.nextEvent}
          title={`${texts.nextEvent}  →`}
          onClick={() => rewind.step(1)}
        />
        <div className="grow track">
          <IdlePeriods range={range} />
          <Marks range={range} />
          <input
            type="range"
            data-region-start
            aria-label={texts.bar}
            aria-valuetext={idle === null ? time : `${time}. ${idle}`}
            min={fromMs}
            max={untilMs}
            step={1}
            value={atMs}
            onChange={({ target }) => rewind.goTo(Number(target.value))}
          />
          <div className="hstack fs11 t2 num ends" aria-hidden="true">
            <span>{momentText(fromMs, untilMs, locale)}</span>
            <span className="grow" />
            <span>{texts.now}</span>
          </div>
        </div>
      </div>
      <FailureLine failure={failure} />
    </section>
  );
}
