import { ageText, clockText } from '../../../core/order/format.ts';
import type {
  WebhookRejection,
  WebhookState,
  WebhookTest,
} from '../../../core/webhook/webhook-state.ts';
import { useModel, useSlice, useText, useTicking } from '../../model-context.tsx';
import { FailureLine } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { Button } from '../controls/button.tsx';

const looks = {
  off: { icon: 'pause', tone: 'c-waiting' },
  starting: { icon: 'clock', tone: 'c-waiting' },
  listening: { icon: 'st-done', tone: 'c-done' },
  failed: { icon: 'st-problem', tone: 'c-problem' },
} as const;

function StateLine({ listening }: Pick<WebhookState, 'listening'>) {
  const texts = useText().settings.webhooks;
  const { icon, tone } = looks[listening.kind];
  const said = () => {
    switch (listening.kind) {
      case 'listening':
        return texts.listening.listening(listening.address, listening.port);
      case 'failed':
        return texts.faults[listening.fault];
      case 'off':
      case 'starting':
        return texts.listening[listening.kind];
      default:
        return listening satisfies never;
    }
  };
  return (
    <span className={`hstack ${tone}`}>
      <Icon name={icon} />
      {said()}
    </span>
  );
}

function LastEvent({ atMs }: { readonly atMs: number | null }) {
  const { locale, settings } = useText();
  const texts = settings.webhooks;
  const age = useTicking((nowMs) => (atMs === null ? '' : ageText(atMs, nowMs, locale)));
  return atMs === null ? texts.noEvent : texts.lastEvent(clockText(atMs, locale), age);
}

function TestResult({ test }: { readonly test: WebhookTest }) {
  const texts = useText().settings.webhooks;
  const { httpStatus, afterMs } = test;
  const isStored = httpStatus === 202;
  const said = () => {
    if (isStored) return texts.testStored(afterMs);
    return httpStatus === null ? texts.testUnanswered : texts.testRefused(httpStatus);
  };
  return (
    <output className={`help hstack ${isStored ? 'c-done' : 'c-problem'}`}>
      <Icon name={isStored ? 'st-done' : 'st-problem'} className="s" />
      {said()}
    </output>
  );
}

function Rejected({ rejected, lastRejection }: WebhookState) {
  const { locale, settings } = useText();
  const texts = settings.webhooks;
  const reasons = Object.entries(rejected) as [WebhookRejection, number][];
  if (reasons.length === 0) return null;
  return (
    <SettingsRow
      title={texts.rejected}
      help={reasons
        .toSorted(([, one], [, other]) => other - one)
        .map(([reason, many]) => texts.rejections(reason, many))
        .join(', ')}
    >
      {lastRejection === null ? null : (
        <span className="t2 num fs12">
          {texts.lastRejected(clockText(lastRejection.atMs, locale))}
        </span>
      )}
    </SettingsRow>
  );
}

/** What the receiver is doing, and a test event. */
export function WebhookStatus() {
  const { actions, board, webhooks: store } = useModel();
  const text = useText();
  const texts = text.settings.webhooks;
  const state = useSlice(board, ({ app }) => app?.webhooks ?? null);
  const { test, isTesting, failure } = useSlice(store, (page) => page);
  if (state === null) return null;
  const { listening, accepted, auditedCount, duplicates, unknownOrders } = state;
  const rejectedCount = Object.values(state.rejected).reduce((sum, many) => sum + many, 0);
  const isListening = listening.kind === 'listening';
  const copyGuide = async () => {
    const address = await store.address();
    if (address === null || listening.kind !== 'listening') return;
    await actions.copy(texts.guideText(listening.port, address), texts.guideCopied);
  };
  return (
    <Card title={texts.status}>
      <SettingsRow
        title={<StateLine listening={listening} />}
        help={
          isListening || accepted > 0 ? (
            <>
              <LastEvent atMs={state.lastEventAtMs} />{' '}
              {texts.tally(accepted, unknownOrders, rejectedCount)}{' '}
              {duplicates === 0 ? null : texts.again(duplicates)}{' '}
              {auditedCount === 0 ? null : texts.audited(text.orders(auditedCount), auditedCount)}
            </>
          ) : undefined
        }
      >
        <Button
          disabled={!isListening}
          aria-disabled={isTesting}
          onClick={() => void store.sendTest()}
        >
          {isTesting ? texts.testing : texts.test}
        </Button>
      </SettingsRow>
      <FailureLine failure={failure} />
      {test === null ? null : <TestResult test={test} />}
      <Rejected {...state} />
      <SettingsRow title={texts.guide} help={texts.guideHelp}>
        <Button look="s" disabled={!isListening} onClick={() => void copyGuide()}>
          {texts.copyGuide}
        </Button>
      </SettingsRow>
    </Card>
  );
}
