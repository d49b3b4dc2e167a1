import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import type { AppState } from '../../../core/board/board.ts';
import { clockText, momentText } from '../../../core/order/format.ts';
import { servicePauseUntilMs } from '../../../core/watch/service-health.ts';
import { connectionHealth, type Health } from '../../board/health.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { ConnectionDetails } from '../connection/connection-details.tsx';
import { Icon } from '../controls/icon.tsx';
import { Moment, Until } from '../controls/times.tsx';

function Meter({ app }: { readonly app: AppState }) {
  const text = useText();
  const { requestsLastMinute: used, requestsPerMinute: cap } = app.pace;
  return (
    <>
      <span
        className="meter"
        aria-hidden="true"
        style={{ '--share': cap > 0 ? Math.min(1, used / cap) : 0 }}
      >
        <i />
      </span>
      <span className="vh">{text.healthPanel.rateSpoken(used, cap)}</span>
      <span className="kv" aria-hidden="true">
        <span>{text.healthPanel.rate(used, cap)}</span>
      </span>
    </>
  );
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <span className="kv">
      <span>{children}</span>
    </span>
  );
}

function LastContact({ app }: { readonly app: AppState }) {
  const text = useText();
  const { lastAnswerAtMs } = app.pace;
  if (lastAnswerAtMs === null) return text.healthPanel.noContact;
  return (
    <>
      {text.healthPanel.lastContact('')}
      <Moment atMs={lastAnswerAtMs} />
    </>
  );
}

function NextCheck({ app, word }: { readonly app: AppState; readonly word: Health['word'] }) {
  const text = useText();
  const texts = text.healthPanel;
  const retryAtMs = app.serviceHealth.state === 'unreachable' ? app.serviceHealth.retryAtMs : null;
  switch (word) {
    case 'signedOut':
    case 'offline':
      if (isRevoked(app)) return texts.nothingPlanned;
      return retryAtMs === null ? (
        texts.keychainAwaited
      ) : (
        <Until atMs={retryAtMs} wrap={texts.tryingAgain} due={retryingText(app, text)} />
      );
    case 'paused':
      return app.pause.kind === 'paused' && app.pause.untilMs !== null ? (
        <>
          {texts.resumesAt('')}
          <Moment atMs={app.pause.untilMs} />
        </>
      ) : (
        texts.untilResumed
      );
    case 'waiting':
    case 'demo':
    case 'live': {
      const atMs = retryAtMs ?? app.pace.nextCheckAtMs;
      return atMs === null ? (
        texts.nothingPlanned
      ) : (
        <Until atMs={atMs} wrap={texts.nextCheck} due={texts.checkDue} />
      );
    }
    default:
      return word satisfies never;
  }
}

/** A hub is tried again all the time, a service at times that are said. */
function retryingText({ serviceHealth }: AppState, { banner }: Dictionary): string {
  const isOfHub = serviceHealth.state === 'unreachable' && serviceHealth.cause === 'hub-away';
  return isOfHub ? banner.tryingOften : banner.tryingNow;
}

/** Whether the hub accepts this desk no more, so that asking it again is of no use. */
function isRevoked({ serviceHealth }: AppState): boolean {
  return serviceHealth.state === 'unreachable' && serviceHealth.cause === 'desk-revoked';
}

function PausedSince({ app }: { readonly app: AppState }) {
  const { ticker } = useModel();
  const text = useText();
  if (app.pause.kind !== 'paused') return null;
  const since = momentText(app.pause.sinceMs, ticker.nowMs(), text.locale);
  return text.healthPanel.pausedSince(since);
}

function HealthWord({ app, word }: { readonly app: AppState; readonly word: Health['word'] }) {
  const text = useText();
  const pausedUntilMs = servicePauseUntilMs(app.serviceHealth);
  if (word !== 'waiting' || pausedUntilMs === null) return text.health[word];
  return text.healthPanel.pausedByService(clockText(pausedUntilMs, text.locale));
}

/** The health of the connection with the request rate or the last contact. Opens the details. */
export function HealthButton() {
  const text = useText();
  const app = useSlice(useModel().board, (state) => state.app);
  if (!app) return null;
  const health = connectionHealth(app);
  const isChecking = health.word === 'live' || health.word === 'demo' || health.word === 'waiting';
  return (
    <Popover.Root>
      <Popover.Trigger className="health" title={text.healthPanel.details}>
        <span className={`st c-${health.tone}`}>
          <Icon name={health.icon} />
          <span className="words t1">
            <HealthWord app={app} word={health.word} />
          </span>
        </span>
        {isChecking ? <Meter app={app} /> : null}
        {health.word === 'offline' || health.word === 'signedOut' ? (
          <Line>
            <LastContact app={app} />
          </Line>
        ) : null}
        {health.word === 'paused' ? (
          <Line>
            <PausedSince app={app} />
          </Line>
        ) : null}
        <Line>
          <NextCheck app={app} word={health.word} />
        </Line>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="popover-layer">
          <Popover.Popup className="popover">
            <ConnectionDetails app={app} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The health of the connection at the time that is shown. */
export function HealthThen() {
  const text = useText();
  const app = useSlice(useModel().board, (state) => state.app);
  if (!app) return null;
  const { icon, tone, word } = connectionHealth(app);
  return (
    <div className="health then">
      <span className={`st c-${tone}`}>
        <Icon name={icon} />
        <span className="words t1">{text.health[word]}</span>
      </span>
    </div>
  );
}
