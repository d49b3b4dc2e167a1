import type { ReactNode } from 'react';
import { failureText } from '../../../core/delivery/failure-text.ts';
import { clockText } from '../../../core/order/format.ts';
import type { UnreachableService } from '../../../core/watch/service-health.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { Keys } from '../controls/keys.tsx';
import { Ago, Until } from '../controls/times.tsx';
import type { AppState } from '../../../core/bridge/board.ts';
import { needsCredentials } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { Button } from '../controls/button.tsx';

/** What the one banner above the list is about. */
type Banner =
  | {
      readonly kind: 'credentials' | 'offline' | 'rateLimited' | 'serviceFailing';
      readonly serviceHealth: UnreachableService;
    }
  | { readonly kind: 'storage'; readonly reason: string }
  | { readonly kind: 'startNotice'; readonly text: string }
  | { readonly kind: 'webhooksSilent'; readonly sinceMs: number }
  | { readonly kind: 'offeredOrders'; readonly ids: readonly OrderId[] }
  | { readonly kind: 'paused'; readonly untilMs: number | null }
  | { readonly kind: 'notifications'; readonly reason: string };

function unreachableBanner(serviceHealth: UnreachableService): Banner {
  if (needsCredentials(serviceHealth.cause)) return { kind: 'credentials', serviceHealth };
  if (serviceHealth.cause === 'rate-limited') return { kind: 'rateLimited', serviceHealth };
  const isReached =
    serviceHealth.cause === 'service-failing' || serviceHealth.cause === 'protocol-violation';
  return { kind: isReached ? 'serviceFailing' : 'offline', serviceHealth };
}

/** The most serious thing that holds at present, or null on a normal day. */
function bannerFor(app: AppState): Banner | null {
  const unreachable =
    app.serviceHealth.state === 'unreachable' ? unreachableBanner(app.serviceHealth) : null;
  if (unreachable?.kind === 'credentials') return unreachable;
  if (app.storageFault !== null) return { kind: 'storage', reason: app.storageFault };
  if (app.pause.kind === 'paused') return { kind: 'paused', untilMs: app.pause.untilMs };
  if (unreachable) return unreachable;
  if (app.notifications.kind === 'failing') {
    return { kind: 'notifications', reason: app.notifications.reason };
  }
  if (app.startNotice !== null) return { kind: 'startNotice', text: app.startNotice };
  const { silentSinceMs, offered } = app.webhooks;
  if (silentSinceMs !== null) return { kind: 'webhooksSilent', sinceMs: silentSinceMs };
  if (offered.length > 0) return { kind: 'offeredOrders', ids: offered };
  return null;
}

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
        <span className="what">{title}</span>
        {/* Ages tick; a screen reader hears the title once and reads the rest when asked. */}
        <span className="why num" aria-live="off">
          {children}
        </span>
      </span>
      {action}
    </div>
  );
}

function LastContact({ serviceHealth }: { readonly serviceHealth: UnreachableService }) {
  const { banner, locale } = useText();
  return (
    <Ago
      atMs={serviceHealth.sinceMs}
      wrap={(age) => banner.lastContact(clockText(serviceHealth.sinceMs, locale), age)}
    />
  );
}

function UnreachableBanner({
  banner,
}: {
  readonly banner: Extract<Banner, { serviceHealth: UnreachableService }>;
}) {
  const model = useModel();
  const text = useText();
  const words = text.banner;
  const watched = useSlice(model.list, (state) => state.counts.all);
  const connection = useSlice(model.board, (state) => state.app?.connection ?? null);
  const { serviceHealth } = banner;
  const { title, message } = failureText(
    serviceHealth.cause,
    serviceHealth.httpStatus,
    text.language,
  );
  const tryNow = (
    <Button look="s" onClick={() => void model.actions.retryConnection()}>
      {words.tryNow}
    </Button>
  );
  const next =
    serviceHealth.retryAtMs === null ? null : (
      <Until
        atMs={serviceHealth.retryAtMs}
        wrap={banner.kind === 'rateLimited' ? words.goesOnIn : words.tryingIn}
        due={words.tryingNow}
      />
    );
  switch (banner.kind) {
    case 'credentials':
      return (
        <BannerFrame
          tone="problem"
          icon="key"
          title={title}
          action={
            connection !== null && connection.kind !== 'none' ? (
              <Button
                look="s"
                onClick={() => model.connect.open(connection.baseUrl, connection.clientId, false)}
              >
                {words.update}
              </Button>
            ) : null
          }
        >
          {message} {words.stoppedFor(watched)}
        </BannerFrame>
      );
    case 'rateLimited':
      return (
        <BannerFrame tone="attention" icon="clock" title={words.rateLimitedTitle}>
          {message} {next}
        </BannerFrame>
      );
    case 'offline':
    case 'serviceFailing':
      return (
        <BannerFrame
          tone="attention"
          icon={banner.kind === 'offline' ? 'offline' : 'st-attention'}
          title={title}
          action={tryNow}
        >
          {message} <LastContact serviceHealth={serviceHealth} /> {next}
        </BannerFrame>
      );
    default:
      return banner.kind satisfies never;
  }
}

/** The one banner above the list: what happened, what follows, one thing to do. */
export function BannerBar() {
  const model = useModel();
  const text = useText();
  const words = text.banner;
  const app = useSlice(model.board, (state) => state.app);
  const watched = useSlice(model.list, (state) => state.counts.all - state.counts.done);
  const banner = app ? bannerFor(app) : null;
  if (!banner) return null;
  switch (banner.kind) {
    case 'storage':
      return (
        <BannerFrame tone="problem" icon="st-problem" title={words.storageTitle}>
          {words.storageBody(banner.reason)}
        </BannerFrame>
      );
    case 'startNotice':
      return (
        <BannerFrame tone="attention" icon="st-attention" title={words.startNoticeTitle}>
          {banner.text}
        </BannerFrame>
      );
    case 'notifications':
      return (
        <BannerFrame tone="attention" icon="bell-off" title={words.notificationsTitle}>
          {words.notificationsBody(banner.reason)}
        </BannerFrame>
      );
    case 'webhooksSilent':
      return (
        <BannerFrame
          tone="attention"
          icon="hook"
          title={words.webhooksSilentTitle}
          action={
            <Button look="s" onClick={() => model.settings.open('webhooks')}>
              {words.webhookSettings}
            </Button>
          }
        >
          <Ago
            atMs={banner.sinceMs}
            wrap={(age) => words.webhooksSilentBody(clockText(banner.sinceMs, text.locale), age)}
          />
        </BannerFrame>
      );
    case 'offeredOrders':
      return (
        <BannerFrame
          tone="waiting"
          icon="hook"
          title={words.offeredTitle(banner.ids.length)}
          action={
            <>
              <Button look="s" onClick={() => model.paste.paste(banner.ids.join('\n'))}>
                {words.lookAtOffered}
              </Button>
              <Button look="s quiet" onClick={() => void model.webhooks.dismissOffered()}>
                {words.dismissOffered}
              </Button>
            </>
          }
        >
          {words.offeredBody}
        </BannerFrame>
      );
    case 'paused':
      return (
        <BannerFrame
          tone="waiting"
          icon="pause"
          title={
            banner.untilMs === null
              ? words.pausedTitle
              : words.pausedUntilTitle(clockText(banner.untilMs, text.locale))
          }
          action={
            <Button look="s" onClick={() => void model.actions.resume()}>
              {words.resume} <Keys keys={['Shift', 'Mod', 'P']} />
            </Button>
          }
        >
          {words.pausedBody(watched)}
        </BannerFrame>
      );
    case 'credentials':
    case 'offline':
    case 'rateLimited':
    case 'serviceFailing':
      return <UnreachableBanner banner={banner} />;
    default:
      return banner satisfies never;
  }
}
