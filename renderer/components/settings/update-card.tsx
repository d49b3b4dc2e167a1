import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import { useIsLocked, useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Card, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';
import { Ago } from '../controls/times.tsx';
import { Button } from '../controls/button.tsx';

interface UpdateHelpProps {
  readonly update: AppUpdate;
  readonly words: Dictionary['settings']['update'];
}

function UpdateHelp({ update, words }: UpdateHelpProps) {
  switch (update.kind) {
    case 'noFeed':
      return words.noFeed;
    case 'latest':
      return update.lookedAtMs === null ? (
        words.notLooked
      ) : (
        <Ago atMs={update.lookedAtMs} wrap={words.latest} />
      );
    case 'looking':
      return words.looking;
    case 'fetching':
      return words.fetching(update.version, update.percent);
    case 'ready':
      return words.ready(update.version);
    case 'failed':
      return <Ago atMs={update.atMs} wrap={words.failed} />;
    default:
      return update satisfies never;
  }
}

/** The present version, whether there is a newer one, and a button that installs it. */
export function UpdateCard() {
  const { board, settings, update: store } = useModel();
  const words = useText().settings.update;
  const { looksForUpdates } = useSettings();
  const isLocked = useIsLocked('looksForUpdates');
  const version = useSlice(board, ({ app }) => app?.version ?? '');
  const update = useSlice(store, (state) => state.update);
  if (update === null) return null;
  const isBusy = update.kind === 'looking' || update.kind === 'fetching';
  return (
    <Card title={words.title}>
      <SettingsRow
        title={words.version(version)}
        help={<UpdateHelp update={update} words={words} />}
      >
        {update.kind === 'noFeed' ? null : update.kind === 'ready' ? (
          <Button look="s primary" onClick={() => void store.restart()}>
            {words.restart}
          </Button>
        ) : (
          <Button look="s" disabled={isBusy} onClick={() => void store.look()}>
            {words.look}
          </Button>
        )}
      </SettingsRow>
      {update.kind === 'noFeed' ? null : (
        <SwitchRow
          title={words.byItself}
          help={words.byItselfHelp}
          isOn={looksForUpdates}
          isLocked={isLocked}
          onChange={(isOn) => void settings.change({ looksForUpdates: isOn })}
        />
      )}
    </Card>
  );
}
