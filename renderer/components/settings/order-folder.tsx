import { clockText } from '../../../core/order/format.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { Moment } from '../controls/times.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';

/** The folder or file of another system whose orders are watched by themselves. */
export function OrderFolderSettings() {
  const { board, transfer } = useModel();
  const { locale, transfer: texts } = useText();
  const folder = useSlice(board, ({ app }) => app?.orderFolder ?? null);
  return (
    <Card title={texts.exports}>
      <SettingsRow
        title={folder === null ? texts.noFolder : <bdi className="mono breaks">{folder.path}</bdi>}
        help={texts.folderHelp}
      >
        <Button look="s" onClick={() => void transfer.chooseOrderFolder('folder')}>
          {texts.chooseFolder}
        </Button>
        <Button look="s" onClick={() => void transfer.chooseOrderFolder('file')}>
          {texts.chooseFile}
        </Button>
        {folder === null ? null : (
          <Button look="s" onClick={() => void transfer.stopOrderFolder()}>
            {texts.stopFolder}
          </Button>
        )}
      </SettingsRow>
      {folder === null || folder.fault === null ? null : (
        <p className="help c-attention hstack">
          <Icon name="st-attention" className="s" />
          {texts.folderFaults[folder.fault](clockText(folder.faultSinceMs ?? 0, locale))}
        </p>
      )}
      {folder === null || folder.unreadFile === null ? null : (
        <p className="help c-attention hstack">
          <Icon name="st-attention" className="s" /> {texts.unreadFile(folder.unreadFile)}
        </p>
      )}
      {folder?.fileIntakes.map(({ atMs, fileName, taken }) => (
        <SettingsRow
          key={`${atMs} ${fileName}`}
          title={<bdi className="breaks">{fileName}</bdi>}
          help={texts.fileAccepted(taken) ?? texts.nothingAccepted(taken?.found ?? 0)}
        >
          <span className="t2 num fs12">
            <Moment atMs={atMs} />
          </span>
        </SettingsRow>
      ))}
    </Card>
  );
}
