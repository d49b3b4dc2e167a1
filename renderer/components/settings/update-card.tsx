import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { Ago } from '../controls/times.tsx';
import { Button } from '../controls/button.tsx';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

interface UpdateHelpProps {
  readonly update: AppUpdate;
  readonly texts: Dictionary['settings']['update'];
}

function UpdateHelp({ update, texts }: UpdateHelpProps) {
  switch (update.kind) {
    case 'noFeed':
      return texts.noFeed;
    case 'latest':
      return update.lookedAtMs === null ? (
        texts.notLooked
      ) : (
        <Ago atMs={update.lookedAtMs} wrap={texts.latest} />
      );
    case 'looking':
      return texts.looking;
    case 'fetching':
      return texts.fetching(update.version, update.percent);
    case 'ready':
      return texts.ready(update.version);
    case 'failed':
      return <Ago atMs={update.atMs} wrap={texts.failed} />;
    default:
      return update satisfies never;
  }
}

/** The present version, whether there is a newer one, and a button that installs it. */
export function UpdateCard() {
  const { board, update: store } = useModel();
  const texts = useText().settings.update;
  const version = useSlice(board, ({ app }) => app?.version ?? '');
  const update = useSlice(store, (state) => state.update);
  if (update === null) return null;
  const isBusy = update.kind === 'looking' || update.kind === 'fetching';
  return (
    <Card title={texts.title}>
      <SettingsRow
        title={texts.version(version)}
        help={<UpdateHelp update={update} texts={texts} />}
      >
        {update.kind === 'noFeed' ? null : update.kind === 'ready' ? (
          <Button look="s primary" onClick={() => void store.restart()}>
            {texts.restart}
          </Button>
        ) : (
          <Button look="s" disabled={isBusy} onClick={() => void store.look()}>
            {texts.look}
          </Button>
        )}
      </SettingsRow>
      {update.kind === 'noFeed' ? null : <SettingRows card="updates" />}
    </Card>
  );
}
