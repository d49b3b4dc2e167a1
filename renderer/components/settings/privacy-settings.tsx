import { useEffect } from 'react';
import { shortId } from '../../../core/order/format.ts';
import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import { orderName } from '../../actions.ts';
import {
  useIsLocked,
  useModel,
  useSetting,
  useSettings,
  useSlice,
  useText,
} from '../../model-context.tsx';
import { settingsLimits } from '../../../core/settings/settings-limits.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { Received } from '../controls/received.tsx';
import { Card, NumberRow, SettingsRow, SwitchRow } from '../controls/settings-controls.tsx';
import { Ago } from '../controls/times.tsx';
import { Button } from '../controls/button.tsx';

const shownAtOnce = 50;

function actWords({ act, owner }: PrivacyEntry, text: Dictionary): string {
  const words = text.settings.privacy;
  if (act === 'orderErased') return words.orderErased;
  const { detail } = text;
  if (owner === 'courier') return words.phoneShown(detail.theCourier);
  if (owner === 'pickup' || owner === null) return words.phoneShown(detail.thePickup);
  return words.phoneShown(detail.stopNumber(owner));
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
    <SettingsRow title={actWords(entry, text)} help={order()}>
      <span className="t3 num fs12">
        <Ago atMs={entry.atMs} />
      </span>
    </SettingsRow>
  );
}

/** The shown phone numbers and erased orders, so that a number that got out can be traced back. */
function Ledger() {
  const { privacy } = useModel();
  const words = useText().settings.privacy;
  const ledger = useSlice(privacy, (state) => state.ledger);
  useEffect(() => void privacy.read(), [privacy]);
  return (
    <Card title={words.ledger}>
      <SettingsRow
        title={words.ledgerLead}
        help={ledger?.length === 0 ? words.ledgerEmpty : words.ledgerHelp}
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
  const { actions, board, privacy, settings } = useModel();
  const text = useText();
  const words = text.settings.privacy;
  const { archiveDays, hidesFromCapture, personalDataDays } = useSettings();
  const platform = useSlice(board, (state) => state.app?.platform ?? 'linux');
  const isErasing = useSlice(privacy, (state) => state.isErasing);
  const mayHide = platform !== 'linux';
  return (
    <>
      <p>{words.lead}</p>
      <Card>
        <NumberRow
          title={words.days}
          help={words.daysHelp(personalDataDays)}
          name={words.daysField}
          unit={words.daysUnit}
          {...settingsLimits.personalDataDays}
          {...useSetting('personalDataDays')}
        />
        <SettingsRow title={words.hidden} help={words.hiddenHelp} />
        <NumberRow
          title={words.archive}
          help={words.archiveHelp(archiveDays)}
          name={words.archiveField}
          unit={words.daysUnit}
          {...settingsLimits.archiveDays}
          {...useSetting('archiveDays')}
        />
        <SettingsRow title={words.ownWords} help={words.ownWordsHelp} />
        <SettingsRow title={words.copies} help={words.copiesHelp} />
        <SettingsRow title={words.stored} help={words.storedHelp}>
          <Button onClick={() => void actions.showFolder()}>{words.showFolder}</Button>
        </SettingsRow>
        <SettingsRow title={words.phones} help={words.phonesHelp} />
        <SwitchRow
          title={words.capture}
          help={mayHide ? words.captureHelp : words.captureNever}
          isOn={mayHide && hidesFromCapture}
          isDisabled={!mayHide}
          isLocked={useIsLocked('hidesFromCapture')}
          onChange={(isOn) => void settings.change({ hidesFromCapture: isOn })}
        />
      </Card>
      <Ledger />
      <Card title={words.erase}>
        <SettingsRow title={words.everything} help={words.everythingHelp}>
          <Button
            look="danger"
            aria-disabled={isErasing}
            onClick={() => privacy.ask({ kind: 'everything' })}
          >
            {isErasing ? words.erasing : words.everythingButton}
          </Button>
        </SettingsRow>
      </Card>
    </>
  );
}
