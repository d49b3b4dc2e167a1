import { startDeliveryService } from '@waybell/simulator';

/*
 * The delivery service of the measurement of teams, in a process of its own. It says which orders it has, changes
 * one when it is told to, and says when a reader was answered with the change.
 */

/** What the parent may say. */
export type ServiceCommand =
  | { readonly do: 'change'; readonly uuid: string; readonly step: number }
  | { readonly do: 'count' };

/** What the service says to its parent. */
export type ServiceNews =
  | {
      readonly kind: 'ready';
      readonly baseUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly uuids: readonly string[];
    }
  | { readonly kind: 'count'; readonly requests: number }
  /** When the order was answered with its change, by this machine's clock. */
  | { readonly kind: 'read'; readonly uuid: string; readonly step: number; readonly atMs: number };

const service = await startDeliveryService({});
const uuids = Array.from({ length: Number(process.argv[2]) }, () =>
  service.addOrder({ status: 'active', note_to_courier: 'step 0' }),
);
const steps = new Map<string, number>();
let seen = 0;
let counted = 0;

function send(news: ServiceNews): void {
  process.send?.(news);
}

// The log of requests is looked at often, so that a time is some milliseconds late at most.
setInterval(() => {
  const requests = service.requests();
  for (const { target, uuid } of requests.slice(seen)) {
    if (target !== 'order' || uuid === null) continue;
    counted += 1;
    const step = steps.get(uuid);
    if (step === undefined) continue;
    steps.delete(uuid);
    send({ kind: 'read', uuid, step, atMs: Date.now() });
  }
  seen = requests.length;
  if (seen > 500) {
    service.clearLog();
    seen = 0;
  }
}, 2);

process.on('message', (command: ServiceCommand) => {
  if (command.do === 'change') {
    service.setOrder(command.uuid, { status: 'active', note_to_courier: `step ${command.step}` });
    steps.set(command.uuid, command.step);
  } else if (command.do === 'count') send({ kind: 'count', requests: counted });
});

const { clientId, clientSecret } = service.credentials;
send({ kind: 'ready', baseUrl: service.baseUrl, clientId, clientSecret, uuids });
