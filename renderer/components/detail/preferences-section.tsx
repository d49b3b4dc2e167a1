import { type ReactNode, useId, useState } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderPreferences } from '../../../core/watch/order-preferences.ts';
import { useDraft, useKeptOnLeaving } from '../controls/draft.ts';
import { pastPromisesText } from '../../past-promises.ts';
import {
  useIsViewer,
  useModel,
  useSlice,
  useText,
  useWantedControl,
} from '../../model-context.tsx';
import { Snooze } from '../controls/snooze.tsx';
import type { SnoozeTime } from '../../actions.ts';
import { Segments } from '../controls/settings-controls.tsx';
import { Written } from '../team/written.tsx';
import { PromiseField } from './promise-field.tsx';

interface PreferencesProps {
  readonly ids: readonly OrderId[];
  /** Of the one order; null for several or for an order without preferences. */
  readonly preferences: OrderPreferences | null;
}

interface LineProps {
  readonly title: string;
  /** Nothing of it can be changed at this desk. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

function Line({ title, isLocked = false, children }: LineProps) {
  return (
    <div className="preference">
      <span className="t2">{title}</span>
      {isLocked ? (
        <fieldset className="hstack" disabled>
          {children}
        </fieldset>
      ) : (
        <div className="hstack">{children}</div>
      )}
    </div>
  );
}

const longestGroup = 80;

/** The group, kept when the field is left. Groups that are in use are offered. */
function GroupField({ ids, preferences }: PreferencesProps) {
  const { actions } = useModel();
  const texts = useText().preferences;
  const stored = preferences?.group ?? '';
  const { draft, setDraft, wordKeys } = useDraft(stored, true);
  const [groups, setGroups] = useState<readonly string[]>([]);
  const listId = useId();
  const field = useWantedControl<HTMLInputElement>('group');
  const keep = () => {
    const next = draft.trim();
    if (next !== stored) void actions.group(ids, next === '' ? null : next);
  };
  useKeptOnLeaving(field, keep);
  return (
    <>
      <input
        ref={field}
        className="input grow"
        list={listId}
        aria-label={texts.group}
        placeholder={ids.length === 1 ? texts.groupHint : texts.groupSeveral}
        maxLength={longestGroup}
        autoComplete="off"
        value={draft}
        onFocus={() => {
          field.current?.select();
          void actions.groups().then(setGroups);
        }}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={wordKeys(keep)}
      />
      <datalist id={listId}>
        {groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
    </>
  );
}

const snoozeTimes: readonly SnoozeTime[] = ['quarter', 'hour', 'tomorrow'];

type MoveChoice = 'usual' | 'always' | 'never';

const movePreferences: Readonly<Record<MoveChoice, boolean | null>> = {
  usual: null,
  always: true,
  never: false,
};

function MoveChoices({ ids, preferences }: PreferencesProps) {
  const { actions } = useModel();
  const texts = useText().preferences;
  const preferred = preferences?.tellsEveryMove ?? null;
  const value = preferred === null ? 'usual' : preferred ? 'always' : 'never';
  return (
    <Segments
      name={texts.follow}
      texts={texts.followChoices}
      value={value}
      onChange={(next) =>
        void actions.setPreferences(ids, { tellsEveryMove: movePreferences[next] })
      }
    />
  );
}

/** The group of an order, its promised time, and how it notifies. */
export function PreferencesSection(props: PreferencesProps) {
  const { ids, preferences } = props;
  const { actions, board, time } = useModel();
  const text = useText();
  const texts = text.preferences;
  const rowsById = useSlice(board, (state) => state.rows);
  const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
  const snooze = useWantedControl<HTMLInputElement & HTMLButtonElement>('snooze');
  const promiseField = useWantedControl<HTMLInputElement>('promise');
  const [first] = ids;
  const one = ids.length === 1 ? first : undefined;
  const isViewer = useIsViewer();
  return (
    <section className="sec preferences">
      <h3>{texts.title}</h3>
      <Line title={texts.group} isLocked={isViewer}>
        <GroupField {...props} />
        {one === undefined ? null : <Written name="group" />}
      </Line>
      <Line title={texts.promised} isLocked={isViewer}>
        <PromiseField key={`${first} ${ids.length}`} ids={ids} field={promiseField} />
        {one === undefined ? null : <Written name="promisedAtMs" />}
      </Line>
      <Line title={texts.snooze}>
        <Snooze
          untilMs={preferences?.snoozedUntilMs ?? null}
          times={snoozeTimes}
          nameOf={(name) => name}
          control={snooze}
          endName={texts.endSnoozeOf}
          pastOf={(untilMs) => pastPromisesText(rows, time.nowMs(), untilMs, text)}
          onSnooze={(untilMs) => void actions.snoozeUntil(ids, untilMs)}
          onEnd={() => void actions.endSnooze(ids)}
        />
      </Line>
      {one === undefined ? null : (
        <Line title={texts.follow}>
          <MoveChoices {...props} />
        </Line>
      )}
    </section>
  );
}
