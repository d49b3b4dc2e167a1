import { finishedJourney } from '../../../core/board/order-journey.ts';
import { defaultNotificationSettings } from '../../../core/notification/notification-settings.ts';
import type { HubSettings } from '../../../core/team/hub-settings.ts';
import type { Clock } from '../../../core/clock.ts';
import { Forecasts } from '../../engine/notify/forecasts.ts';
import { LearnedRules } from '../../engine/notify/learned-rules.ts';
import type { Checks } from '../../engine/watch/ports.ts';
import type { Hub } from '../../hub/hub.ts';

/** What a hub learns with. */
interface LearnedRestsParts {
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'onOrders' | 'orders'>;
  readonly checks: Pick<Checks, 'judgeRestsBy'>;
  readonly settings: () => HubSettings;
}

/**
 * Lets a hub learn when a courier is silent or does not move, from the orders of its team, as every desk of it learns
 * from the same ones: so it says that a courier moves again of those that the desks called silent or not moving.
 *
 * @returns the rules, which are to hear of updates
 */
export function learnRests({ checks, clock, hub, settings }: LearnedRestsParts): LearnedRules {
  const forecasts = new Forecasts({
    finishedJourneys: () => hub.orders().flatMap((watched) => finishedJourney(watched) ?? []),
  });
  hub.onOrders((id, watched) => {
    if (watched === null) forecasts.ordersErased([id]);
    else forecasts.orderUpdated(watched);
  });
  // Of waits for a courier, of stays and of arrivals a hub tells no one, and how old positions are it hears anew.
  const nothing = { courierWaits: () => [], positionAgesMs: () => [] };
  const { stayLimits } = defaultNotificationSettings;
  const own = () => ({ ...settings(), stayLimits, forecastsArrivals: false, freeCancelMinutes: 0 });
  const rules = new LearnedRules(clock, nothing, own, forecasts);
  checks.judgeRestsBy((watched) => rules.rulesFor(watched));
  return rules;
}
