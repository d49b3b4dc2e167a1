import { clockText } from '../../../core/order/format.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { Moment } from '../controls/times.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';

/** The folder or file of another system whose orders are watched by themselves. */
export function OrderFolderSettings() {
  const { board, transfer } = useModel();
  const { locale, transfer: words } = useText();
  const folder = useSlice(board, ({ app }) => app?.orderFolder ?? null);
  return (
    <Card title={words.exports}>
      <SettingsRow
        title={folder === null ? words.noFolder : <bdi className="mono breaks">{folder.path}</bdi>}
        help={words.folderHelp}
      >
        <Button look="s" onClick={() => void transfer.chooseOrderFolder('folder')}>
          {words.chooseFolder}
        </Button>
        <Button look="s" onClick={() => void transfer.chooseOrderFolder('file')}>
          {words.chooseFile}
        </Button>
        {folder === null ? null : (
          <Button look="s" onClick={() => void transfer.stopOrderFolder()}>
            {words.stopFolder}
          </Button>
        )}
      </SettingsRow>
      {folder === null || folder.fault === null ? null : (
        <p className="help c-attention hstack">
          <Icon name="st-attention" className="s" />
          {words.folderFaults[folder.fault](clockText(folder.faultSinceMs ?? 0, locale))}
        </p>
      )}
      {folder === null || folder.unreadFile === null ? null : (
        <p className="help c-attention hstack">
          <Icon name="st-attention" className="s" /> {words.unreadFile(folder.unreadFile)}
        </p>
      )}
      {folder?.takings.map(({ atMs, fileName, taken }) => (
        <SettingsRow
          key={`${atMs} ${fileName}`}
          title={<bdi className="breaks">{fileName}</bdi>}
          help={words.fileTaken(taken) ?? words.nothingTaken(taken?.found ?? 0)}
        >
          <span className="t2 num fs12">
            <Moment atMs={atMs} />
          </span>
        </SettingsRow>
      ))}
    </Card>
  );
}
