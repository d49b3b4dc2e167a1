import { useMemo } from 'react';
import type { OrderRow } from '../../../core/board/board.ts';
import { looksLikeCents, usualAmounts } from '../../../core/order/amount-doubt.ts';
import { moneyText } from '../../../core/order/format.ts';
import type { Money } from '../../../core/order/order.ts';
import { orderName } from '../../actions.ts';
import { useIsLocked, useModel, useSetting, useSettings, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { isolated } from '../controls/received.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

function pricesOf(rows: Iterable<OrderRow>): readonly Money[] {
  return [...rows].flatMap(({ price }) => price ?? []);
}

/** Whether the dispatcher shall be asked: not once the unit or the amounts were confirmed, by a policy too. */
function useIsAsked(): boolean {
  const { asksAboutAmounts, priceUnit } = useSettings();
  const isLocked = useIsLocked('priceUnit');
  return asksAboutAmounts && priceUnit === 'major' && !isLocked;
}

/** The amount and what is usual, in words; null when the amount is like the others. */
function useDoubt(price: Money | null): string | null {
  const { board } = useModel();
  const { locale, settings } = useText();
  const isAsked = useIsAsked();
  // The other amounts are looked at when this one is new, and not at each change of the board.
  return useMemo(() => {
    if (price === null || !isAsked) return null;
    const usual = usualAmounts(pricesOf(board.getState().rows.values()));
    const { amount, currency } = price;
    const about = currency === null ? undefined : usual.get(currency);
    if (about === undefined || !looksLikeCents({ amount, currency }, usual)) return null;
    return settings.connection.doubt(
      moneyText(price, 'raw', locale),
      moneyText({ amount: about, currency }, 'major', locale),
    );
  }, [board, isAsked, locale, price, settings]);
}

function Confirm() {
  const { onChange } = useSetting('asksAboutAmounts');
  const texts = useText().settings.connection;
  return (
    <Button look="s" onClick={() => onChange(false)}>
      {texts.doubtRight}
    </Button>
  );
}

/** Asks beneath a price that looks like cents, and leads to where the unit is chosen. */
export function AmountQuestion({ price }: { readonly price: Money }) {
  const { settings } = useModel();
  const texts = useText().settings.connection;
  const doubt = useDoubt(price);
  if (doubt === null) return null;
  return (
    <div role="note">
      <p className="c-attention">{doubt}</p>
      <div className="hstack notice-actions">
        <Button look="s" onClick={() => settings.open('connection')}>
          {texts.doubtChoose}
        </Button>
        <Confirm />
      </div>
    </div>
  );
}

/** In which unit the service gives amounts; asks when one of them looks like cents. */
export function AmountSettings() {
  const { board } = useModel();
  const texts = useText().settings.connection;
  const doubtful = useMemo(() => {
    const rows = [...board.getState().rows.values()];
    const usual = usualAmounts(pricesOf(rows));
    return rows.find(({ price }) => price !== null && looksLikeCents(price, usual)) ?? null;
  }, [board]);
  const doubt = useDoubt(doubtful?.price ?? null);
  return (
    <Card>
      <SettingRows card="amounts" />
      {doubtful === null || doubt === null ? null : (
        <SettingsRow title={doubt} help={texts.doubtOf(isolated(orderName(doubtful)))}>
          <Confirm />
        </SettingsRow>
      )}
    </Card>
  );
}
