import { type RefObject, useState } from 'react';
import type { OrderRow } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { dateText } from '../../../core/order/format.ts';
import { dayOf, momentOf, promisedMoment } from '../../../core/text/time-of-day.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { IconButton } from '../controls/button.tsx';
import { TimeField } from '../controls/time-field.tsx';

/** The days that are offered: today and the week from it. */
const offeredDays = 7;

function minuteOf(atMs: number): number {
  const at = new Date(atMs);
  return at.getHours() * 60 + at.getMinutes();
}

/** What all of these orders are promised for; `several` when that differs. */
function promiseOf(
  ids: readonly OrderId[],
  rows: ReadonlyMap<OrderId, OrderRow>,
): number | 'several' | null {
  const [first] = ids;
  const promisedAtMs = (first && rows.get(first)?.promisedAtMs) ?? null;
  const isSame = ids.every((id) => (rows.get(id)?.promisedAtMs ?? null) === promisedAtMs);
  return isSame ? promisedAtMs : 'several';
}

interface PromiseFieldProps {
  readonly ids: readonly OrderId[];
  /** Is given the field for the time while it is drawn. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The promised time of one order or of several: a time of day, and the day beside it. */
export function PromiseField({ ids, field }: PromiseFieldProps) {
  const { actions, board, time } = useModel();
  const promised = useSlice(board, ({ rows }) => promiseOf(ids, rows));
  const promisedAtMs = promised === 'several' ? null : promised;
  const { locale, preferences: texts } = useText();
  const nowMs = time.nowMs();
  const [chosenDayMs, setChosenDayMs] = useState<number | null>(null);
  const todayMs = dayOf(nowMs);
  const tomorrowMs = dayOf(nowMs, 1);
  const dayMs = promisedAtMs === null ? (chosenDayMs ?? todayMs) : dayOf(promisedAtMs);
  const offered = Array.from({ length: offeredDays }, (_, later) => dayOf(nowMs, later));
  // A promise of another day keeps its day among the offered ones.
  const days = [...new Set([...offered, dayMs])].toSorted((one, other) => one - other);
  const nameOf = (day: number) => {
    if (day === todayMs) return texts.today;
    return day === tomorrowMs ? texts.tomorrow : dateText(day, locale);
  };
  const promise = (atMs: number | null) => {
    void actions.promise(ids, atMs);
  };
  const onTime = (minute: number) => {
    const isOpen = promisedAtMs === null && chosenDayMs === null;
    promise(isOpen ? promisedMoment(minute, nowMs) : momentOf(dayMs, minute));
  };
  const onDay = (day: number) => {
    setChosenDayMs(day);
    if (promisedAtMs !== null) promise(momentOf(day, minuteOf(promisedAtMs)));
  };
  return (
    <>
      <TimeField
        name={texts.promisedField}
        minute={promisedAtMs === null ? null : minuteOf(promisedAtMs)}
        field={field}
        isLeftByEnter
        onChange={onTime}
      />
      <select
        className="input"
        aria-label={texts.promisedDay}
        value={dayMs}
        onChange={(event) => onDay(Number(event.target.value))}
      >
        {days.map((day) => (
          <option key={day} value={day}>
            {nameOf(day)}
          </option>
        ))}
      </select>
      {promised === null ? null : (
        <IconButton
          icon="x"
          look="s quiet"
          label={texts.noPromise}
          title={texts.noPromise}
          onClick={() => {
            setChosenDayMs(null);
            promise(null);
          }}
        />
      )}
    </>
  );
}
