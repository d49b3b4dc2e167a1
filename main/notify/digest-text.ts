import type { OrderId } from '../../core/order-id.ts';
import { piece } from '../../core/telling-words.ts';
import type {
  Telling,
  TellingEvent,
  TellingText,
  NotificationPrivacy,
} from '../../core/telling.ts';

/** What a digest is about: changes that came at once, or changes that nobody was there to see. */
export type DigestKind =
  | { readonly kind: 'burst'; readonly seconds: number }
  | { readonly kind: 'away' };

/** How a digest calls several orders with the same event: "3 completed", "3 orders completed". */
const eventWords: Readonly<Record<TellingEvent, string>> = {
  created: 'on the platform',
  matched: 'matched',
  released: 'released',
  courierChanged: 'with another courier',
  courierMoved: 'with a moved courier',
  statusChanged: 'with a new status',
  unknownStatus: 'with an unknown status',
  completed: 'completed',
  amended: 'with a changed price',
  completedAndAmended: 'completed with a changed price',
  cancelled: 'cancelled',
  notFound: 'not found',
  connectionLost: 'without contact',
  connectionRestored: 'connected again',
  credentialsRefused: 'with refused credentials',
  keptInTray: 'kept in the tray',
};

/**
 * The two lines of a notification that stands for several (design: burst of one kind, burst mixed).
 *
 * @param tellings two or more
 * @param nameOf what the dispatcher calls an order: its label or short uuid
 */
export function digestText(
  tellings: readonly Telling[],
  about: DigestKind,
  privacy: NotificationPrivacy,
  nameOf: (id: OrderId) => string,
): TellingText {
  const counts = new Map<TellingEvent, number>();
  for (const { event } of tellings) counts.set(event, (counts.get(event) ?? 0) + 1);
  const ranked = [...counts].toSorted((one, other) => other[1] - one[1]);
  const changes = `${tellings.length} changes`;
  const first = ranked[0];
  const orders = new Set(tellings.flatMap((telling) => telling.orderId ?? []));
  if (about.kind === 'burst' && first !== undefined && ranked.length === 1 && orders.size > 1) {
    const title = `${orders.size} orders ${eventWords[first[0]]}`;
    return { title, body: privacy === 'countOnly' ? title : `${namesText([...orders], nameOf)}.` };
  }
  const title =
    about.kind === 'away'
      ? `${changes} while you were away`
      : `${changes} in ${about.seconds}\u00a0s`;
  if (privacy === 'countOnly') return { title, body: changes };
  const parts = ranked.map(([event, count]) => `${count} ${eventWords[event]}`);
  return { title, body: `${parts.join(', ')}.` };
}

/** Three such names fit into the two lines that most systems show of a body. */
const longestName = 40;

function namesText(ids: readonly OrderId[], nameOf: (id: OrderId) => string): string {
  const names = ids.slice(0, 3).map((id) => piece(nameOf(id), longestName));
  const rest = ids.length - names.length;
  if (rest > 0) return `${names.join(', ')} and ${rest} more`;
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
