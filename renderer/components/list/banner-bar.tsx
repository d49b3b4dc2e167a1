import type { ReactNode } from 'react';
import type { BlockedConnection } from '../../../core/delivery/connection.ts';
import { failureText } from '../../../core/delivery/failure-text.ts';
import { clockText } from '../../../core/order/format.ts';
import {
  servicePauseUntilMs,
  type UnreachableService,
} from '../../../core/watch/service-health.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { Keys } from '../controls/keys.tsx';
import { Ago, Until } from '../controls/times.tsx';
import { needsCredentials } from '../../../core/delivery/delivery-failure.ts';
import type { OrderFolderFault } from '../../../core/board/order-folder.ts';
import type { TakenOff } from '../../../core/board/team.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderName } from '../../actions.ts';
import { KeychainChoices } from '../connection/keychain-choices.tsx';
import { Button } from '../controls/button.tsx';
import { isolated } from '../controls/received.tsx';

const dayMs = 86_400_000;

interface BannerFrameProps {
  readonly tone: 'attention' | 'problem' | 'waiting';
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

function BannerFrame({ tone, icon, title, children, action }: BannerFrameProps) {
  return (
    <div className={`banner bg-${tone}`} role={tone === 'waiting' ? 'status' : 'alert'}>
      <Icon name={icon} className={`c-${tone}`} />
      <span className="grow">
        <span className="strong t1">{title}</span>
        {/* Ages tick; a screen reader hears the title once and reads the rest when asked. */}
        <span className="fs12 t2 num" aria-live="off">
          {children}
        </span>
      </span>
      {action === undefined ? null : <span className="hstack choices">{action}</span>}
    </div>
  );
}

function LastContact() {
  const atMs = useSlice(useModel().board, ({ app }) => app?.pace.lastAnswerAtMs ?? null);
  const { banner, locale } = useText();
  if (atMs === null) return banner.noContact;
  return <Ago atMs={atMs} wrap={(age) => banner.lastContact(clockText(atMs, locale), age)} />;
}

/** The service cannot be reached: why, since when, and when the next request is sent. */
function UnreachableBanner({ serviceHealth }: { readonly serviceHealth: UnreachableService }) {
  const model = useModel();
  const text = useText();
  const texts = text.banner;
  const watched = useSlice(model.list, (state) => state.counts.all);
  const connection = useSlice(model.board, (state) => state.app?.connection ?? null);
  const waiting = useSlice(model.board, (state) => state.app?.team?.queuedEdits ?? 0);
  const { cause, httpStatus, retryAtMs } = serviceHealth;
  const { title, message } = failureText(cause, httpStatus, text.language);
  const pausedUntilMs = servicePauseUntilMs(serviceHealth);
  const next =
    retryAtMs === null ? null : (
      <Until
        atMs={retryAtMs}
        wrap={pausedUntilMs === null ? texts.tryingIn : texts.goesOnIn}
        due={cause === 'hub-away' ? texts.tryingOften : texts.tryingNow}
      />
    );
  if (needsCredentials(cause)) {
    const update =
      connection === null || connection.kind === 'none' ? null : (
        <Button
          look="s"
          onClick={() => model.connect.open(connection.baseUrl, connection.clientId, false)}
        >
          {texts.update}
        </Button>
      );
    const choices = (
      <>
        <Button look="s" onClick={() => void model.actions.retryConnection()}>
          {texts.tryAgain}
        </Button>
        {update}
      </>
    );
    return (
      <BannerFrame tone="problem" icon="key" title={title} action={choices}>
        {message} {texts.stoppedFor(watched)} {next}
      </BannerFrame>
    );
  }
  if (pausedUntilMs !== null) {
    const until = text.healthPanel.pausedByService(clockText(pausedUntilMs, text.locale));
    return (
      <BannerFrame tone="attention" icon="clock" title={until}>
        {message} {next}
      </BannerFrame>
    );
  }
  if (cause === 'desk-revoked') {
    const askToLeave = () => {
      model.settings.open('connection');
      model.team.askToLeave(true);
    };
    const leave = (
      <Button look="s" onClick={askToLeave}>
        {text.teamSettings.leave}
      </Button>
    );
    return (
      <BannerFrame tone="problem" icon="key" title={title} action={leave}>
        {message}
      </BannerFrame>
    );
  }
  const isReached = cause === 'service-failing' || cause === 'protocol-violation';
  const tryNow = (
    <Button look="s" onClick={() => void model.actions.retryConnection()}>
      {texts.tryNow}
    </Button>
  );
  return (
    <BannerFrame
      tone="attention"
      icon={isReached ? 'st-attention' : 'offline'}
      title={title}
      action={tryNow}
    >
      {message} <LastContact /> {next} {waiting === 0 ? null : `${text.team.waiting(waiting)}.`}
    </BannerFrame>
  );
}

/** The keychain gives no secret. The orders stay readable; main goes on reading it by itself. */
function KeychainBanner({ connection }: { readonly connection: BlockedConnection }) {
  const { list, settings } = useModel();
  const { banner: texts, connect } = useText();
  const watched = useSlice(list, (state) => state.counts.all);
  const { title, body } = connect.blocked[connection.fault];
  const askToForget = () => {
    settings.open('connection');
    settings.askToForget(true);
  };
  const choices = <KeychainChoices connection={connection} size="s" onForget={askToForget} />;
  return (
    <BannerFrame tone="problem" icon="lock" title={title} action={choices}>
      {body} {texts.stoppedFor(watched)}
    </BannerFrame>
  );
}

function PausedBanner({ untilMs }: { readonly untilMs: number | null }) {
  const { actions, list } = useModel();
  const { banner: texts, locale } = useText();
  const watched = useSlice(list, (state) => state.counts.all - state.counts.done);
  const resume = (
    <Button look="s" onClick={() => void actions.resume()}>
      {texts.resume} <Keys keys={['Shift', 'Mod', 'P']} />
    </Button>
  );
  return (
    <BannerFrame
      tone="waiting"
      icon="pause"
      title={
        untilMs === null ? texts.pausedTitle : texts.pausedUntilTitle(clockText(untilMs, locale))
      }
      action={resume}
    >
      {texts.pausedBody(watched)}
    </BannerFrame>
  );
}

function SilentWebhooksBanner({ sinceMs }: { readonly sinceMs: number }) {
  const { settings } = useModel();
  const { banner: texts, locale } = useText();
  const open = (
    <Button look="s" onClick={() => settings.open('webhooks')}>
      {texts.webhookSettings}
    </Button>
  );
  return (
    <BannerFrame tone="attention" icon="hook" title={texts.webhooksSilentTitle} action={open}>
      <Ago
        atMs={sinceMs}
        wrap={(age) => texts.webhooksSilentBody(clockText(sinceMs, locale), age)}
      />
    </BannerFrame>
  );
}

interface OrderFolderBannerProps {
  readonly fault: OrderFolderFault;
  readonly sinceMs: number | null;
}

function OrderFolderBanner({ fault, sinceMs }: OrderFolderBannerProps) {
  const { settings } = useModel();
  const { banner: texts, locale, transfer } = useText();
  const open = (
    <Button look="s" onClick={() => settings.open('transfer')}>
      {texts.folderSettings}
    </Button>
  );
  return (
    <BannerFrame tone="attention" icon="archive" title={texts.folderTitle} action={open}>
      {transfer.folderFaults[fault](clockText(sinceMs ?? 0, locale))}
    </BannerFrame>
  );
}

/** As many orders are named. */
const mostNamed = 3;

interface TakenOffBannerProps {
  readonly orders: readonly TakenOff[];
  readonly notKeptCount: number;
}

/** Other desks took orders off the list that this one had. */
function TakenOffBanner({ orders, notKeptCount }: TakenOffBannerProps) {
  const { actions } = useModel();
  const { banner: texts, locale } = useText();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const choices = (
    <>
      <Button look="s" onClick={() => void actions.watchAgain(orders)}>
        {texts.watchAgain}
      </Button>
      <Button look="s quiet" onClick={() => void actions.leaveOff(orders)}>
        {texts.dismissOffered}
      </Button>
    </>
  );
  const desks = [...new Set(orders.map(({ by }) => isolated(by)))];
  const named = orders.slice(0, mostNamed).map((order) => isolated(orderName(order)));
  const others = orders.length - named.length;
  return (
    <BannerFrame
      tone="waiting"
      icon="stop"
      title={texts.takenOffTitle(list.format(desks), orders.length)}
      action={choices}
    >
      {texts.takenOffBody(
        list.format(others === 0 ? named : [...named, texts.takenOffOthers(others)]),
      )}{' '}
      {notKeptCount === 0 ? null : texts.takenOffNotKept(notKeptCount)}
    </BannerFrame>
  );
}

interface OfferedOrdersProps {
  readonly ids: readonly OrderId[];
  readonly notKeptCount: number;
}

function OfferedOrdersBanner({ ids, notKeptCount }: OfferedOrdersProps) {
  const { paste, settings, webhooks } = useModel();
  const { banner: texts } = useText();
  const lookAt = () => {
    settings.close();
    paste.paste(ids.join('\n'), { kind: 'webhook' });
  };
  const choices = (
    <>
      {ids.length === 0 ? null : (
        <Button look="s" onClick={lookAt}>
          {texts.lookAtOffered}
        </Button>
      )}
      <Button look="s quiet" onClick={() => void webhooks.dismissOffered()}>
        {texts.dismissOffered}
      </Button>
    </>
  );
  return (
    <BannerFrame
      tone="waiting"
      icon="hook"
      title={texts.offeredTitle(ids.length + notKeptCount)}
      action={choices}
    >
      {texts.offeredBody} {notKeptCount === 0 ? null : texts.offersNotKept(notKeptCount)}
    </BannerFrame>
  );
}

/**
 * The one banner above the list and above each page of the settings: what happened, what follows, one
 * thing to do. It is about the most serious thing that holds; on a normal day there is none.
 */
export function BannerBar() {
  const { banner: texts } = useText();
  const app = useSlice(useModel().board, (state) => state.app);
  if (app === null) return null;
  const { connection, serviceHealth, storageFault, pause } = app;
  const { clockAheadMs, erasing, notifications, startNotice, webhooks } = app;
  if (connection.kind === 'keychainBlocked') return <KeychainBanner connection={connection} />;
  const isUnreachable = serviceHealth.state === 'unreachable';
  if (isUnreachable && needsCredentials(serviceHealth.cause)) {
    return <UnreachableBanner serviceHealth={serviceHealth} />;
  }
  if (storageFault !== null) {
    return (
      <BannerFrame tone="problem" icon="st-problem" title={texts.storageTitle}>
        {texts.storageBody(storageFault)}
      </BannerFrame>
    );
  }
  if (erasing !== null) {
    return (
      <BannerFrame tone="waiting" icon="trash" title={texts.erasingTitle}>
        {texts.erasingBody(erasing.erased, erasing.total)}
      </BannerFrame>
    );
  }
  if (pause.kind === 'paused') return <PausedBanner untilMs={pause.untilMs} />;
  if (isUnreachable) return <UnreachableBanner serviceHealth={serviceHealth} />;
  if (notifications.kind === 'failing') {
    return (
      <BannerFrame tone="attention" icon="bell-off" title={texts.notificationsTitle}>
        {texts.notificationsBody(notifications.reason)}
      </BannerFrame>
    );
  }
  if (clockAheadMs !== null) {
    return (
      <BannerFrame tone="attention" icon="clock" title={texts.clockTitle}>
        {texts.clockBody(Math.round(clockAheadMs / dayMs))}
      </BannerFrame>
    );
  }
  if (startNotice !== null) {
    return (
      <BannerFrame tone="attention" icon="st-attention" title={texts.startNoticeTitle}>
        {startNotice}
      </BannerFrame>
    );
  }
  const { notKeptCount, offered, silentSinceMs } = webhooks;
  if (app.orderFolder !== null && app.orderFolder.fault !== null) {
    return (
      <OrderFolderBanner fault={app.orderFolder.fault} sinceMs={app.orderFolder.faultSinceMs} />
    );
  }
  if (silentSinceMs !== null) return <SilentWebhooksBanner sinceMs={silentSinceMs} />;
  // What is not as it should be comes before what was done.
  if (app.team?.takenOff !== undefined) {
    const { takenOff, takenOffNotKeptCount = 0 } = app.team;
    return <TakenOffBanner orders={takenOff} notKeptCount={takenOffNotKeptCount} />;
  }
  return offered.length + notKeptCount > 0 ? (
    <OfferedOrdersBanner ids={offered} notKeptCount={notKeptCount} />
  ) : null;
}
