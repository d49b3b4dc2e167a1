import { useEffect } from 'react';
import { shortId } from '../../../core/order/format.ts';
import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import { orderName } from '../../actions.ts';
import { useModel, useIsCardShown, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Received } from '../controls/received.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { Ago } from '../controls/times.tsx';
import { Button } from '../controls/button.tsx';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

const shownAtOnce = 50;

function actText({ act, owner }: PrivacyEntry, text: Dictionary): string {
  const texts = text.settings.privacy;
  if (act === 'orderErased') return texts.orderErased;
  const { detail } = text;
  if (owner === 'courier') return texts.phoneShown(detail.theCourier);
  if (owner === 'pickup' || owner === null) return texts.phoneShown(detail.thePickup);
  return texts.phoneShown(detail.stopNumber(owner));
}

function LedgerLine({ entry }: { readonly entry: PrivacyEntry }) {
  const { board } = useModel();
  const text = useText();
  const { orderId } = entry;
  const row = useSlice(board, (state) => (orderId === null ? undefined : state.rows.get(orderId)));
  const order = () => {
    if (orderId === null) return text.settings.privacy.noOrder;
    return <Received text={row ? orderName(row) : shortId(orderId)} />;
  };
  return (
    <SettingsRow title={actText(entry, text)} help={order()}>
      <span className="t3 num fs12">
        <Ago atMs={entry.atMs} />
      </span>
    </SettingsRow>
  );
}

/** The shown phone numbers and erased orders, so that a number that got out can be traced back. */
function Ledger() {
  const { privacy } = useModel();
  const texts = useText().settings.privacy;
  const ledger = useSlice(privacy, (state) => state.ledger);
  useEffect(() => void privacy.read(), [privacy]);
  return (
    <Card title={texts.ledger}>
      <SettingsRow
        title={texts.ledgerLead}
        help={ledger?.length === 0 ? texts.ledgerEmpty : texts.ledgerHelp}
      />
      {(ledger ?? []).slice(0, shownAtOnce).map((entry, place) => (
        // Entries have no name of their own, and are only ever read as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <LedgerLine key={`${entry.atMs} ${place}`} entry={entry} />
      ))}
    </Card>
  );
}

/** How long personal data is kept, screen capture, the ledger, and erasing everything. */
export function PrivacySettings() {
  const { actions, board, privacy } = useModel();
  const text = useText();
  const texts = text.settings.privacy;
  const platform = useSlice(board, (state) => state.app?.platform ?? 'linux');
  const hasArchive = useIsCardShown('archive');
  const isErasing = useSlice(privacy, (state) => state.isErasing);
  return (
    <>
      <p>{texts.lead}</p>
      <Card>
        <SettingRows card="people" />
        <SettingsRow title={texts.hidden} help={texts.hiddenHelp} />
        {hasArchive ? <SettingRows card="archive" /> : null}
        <SettingsRow title={texts.ownAnnotations} help={texts.ownAnnotationsHelp} />
        <SettingsRow title={texts.copies} help={texts.copiesHelp} />
        <SettingsRow title={texts.stored} help={texts.storedHelp}>
          <Button onClick={() => void actions.showFolder()}>{texts.showFolder}</Button>
        </SettingsRow>
        <SettingsRow title={texts.phones} help={texts.phonesHelp} />
        <SettingRows
          card="capture"
          {...(platform === 'linux' && { help: texts.captureNever, isDisabled: true as const })}
        />
      </Card>
      <Ledger />
      <Card title={texts.erase}>
        <SettingsRow title={texts.everything} help={texts.everythingHelp}>
          <Button
            look="danger"
            aria-disabled={isErasing}
            onClick={() => privacy.ask({ kind: 'everything' })}
          >
            {isErasing ? texts.erasing : texts.everythingButton}
          </Button>
        </SettingsRow>
      </Card>
    </>
  );
}
