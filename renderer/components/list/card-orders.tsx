import { useModel, useSlice, useText } from '../../model-context.tsx';
import { focusList } from '../../window-keys.ts';
import { Button } from '../controls/button.tsx';
import { isolated } from '../controls/received.tsx';
import { Icon } from '../controls/icon.tsx';

interface CardOrdersProps {
  /** Of the words, where something is described by them. */
  readonly id?: string;
  /** How many orders of a notification are shown alone; null while there is nothing to say. */
  readonly many: number | null;
  /** The courier who has them; null for orders of a notification. */
  readonly courier?: string | null;
  /** Of the button that ends it. */
  readonly title?: string;
  readonly onShowAll: () => void;
}

/** Says that the orders of a notification are shown alone, and ends that. */
export function CardOrders({ courier = null, id, many, onShowAll, title }: CardOrdersProps) {
  const { courierWay, narrowing: texts } = useText();
  const said = (count: number) =>
    courier === null
      ? texts.fromNotification(count)
      : courierWay.ofCourier(isolated(courier), count);
  return (
    <div className={many === null ? 'vh' : 'of-card hstack fs12 t2'}>
      {many === null ? null : <Icon name={courier === null ? 'bell' : 'you'} className="s" />}
      {/* It stays in the document: a screen reader reads only what comes into one that was there. */}
      <output id={id}>{many === null ? null : said(many)}</output>
      {many === null ? null : (
        <Button look="s" title={title} onClick={onShowAll}>
          {texts.showAllOrders}
        </Button>
      )}
    </div>
  );
}

/** The same of the list. */
export function CardOrdersOfList() {
  const { list } = useModel();
  const { narrowing: texts } = useText();
  const many = useSlice(list, (state) => (state.cardIds === null ? null : state.cardCount));
  const courier = useSlice(list, (state) => state.cardCourier);
  return (
    <CardOrders
      many={many}
      courier={courier}
      title={`${texts.showAllOrders}  Esc`}
      onShowAll={() => {
        list.openView(list.getState().view);
        // The button is gone once it has done its work.
        focusList();
      }}
    />
  );
}
