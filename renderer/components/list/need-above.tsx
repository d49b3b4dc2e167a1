import type { Arrangement } from '../../board/arrangement.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';

interface NeedAboveProps {
  readonly items: Arrangement['items'];
  /** The first line in sight. */
  readonly until: number;
  readonly onGo: (index: number) => void;
}

/** Says at the top edge of the list how many orders above it need attention and were not looked at, and leads there. */
export function NeedAbove({ items, until, onGo }: NeedAboveProps) {
  const { board } = useModel();
  const { list: texts } = useText();
  const isCalling = (item: Arrangement['items'][number]): boolean => {
    const row = item.kind === 'row' ? board.getState().rows.get(item.id) : undefined;
    return row !== undefined && row.attention !== null && row.isUnseen && !row.isMuted;
  };
  const many = useSlice(board, () => items.slice(0, until).filter(isCalling).length);
  if (many === 0) return null;
  return (
    <div className="need-above">
      <Button look="s" onClick={() => onGo(items.findIndex(isCalling))}>
        <Icon name="st-attention" className="s c-attention" />
        <span className="num">{texts.needAbove(many)}</span>
        <Icon name="chev-u" className="s" />
      </Button>
    </div>
  );
}
