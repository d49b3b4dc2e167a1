import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Order } from '../../../core/order/order.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Asker } from '../../../main/hub/ports.ts';
import { type BenchHub, HubBench } from '../../support/hub/hub-bench.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import type { MemoryTeamLog } from '../../support/team-log/memory-team-log.ts';
import { AlarmedDesk } from '../../support/team/alarmed-desk.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

/*
 * The rule that a claim does not sleep, through hubs and desks: alarms of an order stay with the desk that has it only
 * as long as a person answers there.
 */

const id = orderIdAt(1);
const minuteMs = 60_000;
const courier = { id: null, name: 'Sam', phoneNumber: null, vehicle: null, fix: null };

/** What others publish comes late to this log. */
function delayed(log: MemoryTeamLog, clock: FakeClock): void {
  const subscribe = log.subscribe.bind(log);
  log.subscribe = (topic, listener) =>
    subscribe(topic, (body) => void clock.schedule(() => listener(body), 950));
}

/** Two desks at one or two hubs, and an order on its way that Mei has. */
class Team {
  readonly bench = new HubBench();
  readonly hubs: BenchHub[];
  readonly #desks: AlarmedDesk[] = [];

  /** Mei's hub: the first one checks the orders. Ana is at another one where there is one. */
  readonly #meiAt: number;

  constructor(count: 1 | 2 = 1, meiAt: 0 | 1 = 0) {
    this.#meiAt = meiAt;
    this.hubs = Array.from({ length: count }, () => this.bench.hub(count === 1));
  }

  async start(settings: Partial<Settings> = {}): Promise<{ mei: AlarmedDesk; ana: AlarmedDesk }> {
    for (const hub of this.hubs) {
      await hub.start();
      onTestFinished(hub.stop);
    }
    const mei = await this.desk('Mei', this.#meiAt);
    const ana = await this.desk('Ana', this.hubs.length - 1 - this.#meiAt, settings);
    this.serves({ status: { raw: 'active', phase: 'assigned' } });
    await mei.watch.add([{ id, label: 'Lunch' }]);
    await this.bench.clock.advance(20_000);
    await this.answered(mei.watch.claim([id], {}));
    // Who has just taken an order on is asked for nothing about it.
    await this.bench.clock.advance(3 * minuteMs);
    return { mei, ana };
  }

  async desk(
    name: string,
    hubNo: number,
    settings?: Partial<Settings>,
    isEarlier = false,
  ): Promise<AlarmedDesk> {
    const hub = this.hubs[hubNo];
    if (hub === undefined) throw new Error('no such hub');
    const invited = await this.hubs[0]?.hub.desks.invite(name, 'dispatcher');
    const code = invited === undefined || invited === 'taken' ? '' : invited.code;
    const joined = await this.hubs[0]?.hub.desks.join(code);
    const asker: Asker = joined?.desk ?? { id: '', name, role: 'dispatcher' };
    await this.bench.clock.advance(1000);
    const desk = new AlarmedDesk(this.bench.clock, hub, asker, settings, isEarlier);
    this.#desks.push(desk);
    onTestFinished(() => desk.close());
    return desk;
  }

  /** Every hub begins anew, with what is in the log. @returns one of them */
  async restart(): Promise<BenchHub> {
    for (const hub of this.hubs) await hub.stop();
    const fresh = this.hubs.map(() => this.bench.hub(this.hubs.length === 1));
    for (const hub of fresh) {
      await hub.start();
      onTestFinished(hub.stop);
    }
    const [first] = fresh;
    if (first === undefined) throw new Error('no hub');
    return first;
  }

  serves(parts: Partial<Order>): void {
    this.bench.orders.set(id, someOrder(id, { courier, ...parts }));
  }

  /** The courier releases the order: an alarm, one of the most serious. */
  async release(): Promise<void> {
    this.serves({ status: { raw: 'pending', phase: 'searching' }, courier: null });
    await this.bench.clock.advance(20_000);
  }

  async answered<Value>(promise: Promise<Value>): Promise<Value> {
    await this.bench.clock.advance(2000);
    return promise;
  }
}

describe.each([1, 2] as const)('with %i hubs', (hubCount) => {
  let team: Team;
  beforeEach(() => {
    team = new Team(hubCount);
  });

  it('an alarm of an order that another desk has interrupts no one else while a person is there', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    expect(mei.told).toEqual(['Courier released the order | Lunch. Waiting again.']);
    await team.bench.clock.advance(minuteMs);
    expect(ana.told).toEqual([]);
    expect(ana.attention.has(id)).toBe(false);
    expect([...mei.defects, ...ana.defects]).toEqual([]);
  });

  it.each(['away', 'locked', 'asleep'] as const)(
    'an alarm reaches the others within a minute when that desk is %s, in words',
    async (state) => {
      const { ana, mei } = await team.start();
      mei.attend(state);
      await team.bench.clock.advance(10_000);
      await team.release();
      expect(ana.told).toHaveLength(1);
      expect(ana.told[0]).toMatch(
        /^Courier released .* Mei has it, but (?:is|the (?:screen|computer) there is) \w+ since/,
      );
      expect(ana.attention.has(id)).toBe(true);
    },
  );

  it('an alarm that stood already is told to the others when its desk is left', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    expect(ana.told).toEqual([]);
    mei.attend('locked');
    await team.bench.clock.advance(10_000);
    expect(ana.told).toHaveLength(1);
  });

  it('an alarm reaches the others within a minute when that desk was closed, and not for a short break', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.link.trouble.isCut = true;
    await team.bench.clock.advance(10_000);
    mei.link.trouble.isCut = false;
    await team.bench.clock.advance(20_000);
    expect(ana.told).toEqual([]);
    await mei.close();
    await team.bench.clock.advance(40_000);
    expect(ana.told).toHaveLength(1);
    expect(ana.told[0]).toContain('Mei has it, but that desk is closed since');
  });

  it('an alarm reaches the others within a minute when that desk falls asleep without a word', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.sleepSilently();
    await team.bench.clock.advance(minuteMs);
    expect(ana.told).toHaveLength(1);
    expect(ana.passedOn(id)).toBe('asleep');
  });

  it('a most serious one that is not answered reaches the others after two minutes', async () => {
    const { ana } = await team.start();
    await team.release();
    await team.bench.clock.advance(90_000);
    expect(ana.told).toEqual([]);
    await team.bench.clock.advance(60_000);
    expect(ana.told).toHaveLength(1);
    expect(ana.told[0]).toContain('Mei has it, but has not answered since');
  });

  it('a person who opens the order answers, also when they telephone then and do not touch the computer', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.lookAt(id);
    await team.bench.clock.advance(4 * minuteMs);
    mei.attend('away');
    await team.bench.clock.advance(4 * minuteMs);
    expect(ana.told).toEqual([]);
    mei.attend('locked');
    await team.bench.clock.advance(10_000);
    expect(ana.passedOn(id)).toBe('locked');
    expect(ana.told).toHaveLength(1);
  });

  it('another alarm of an order whose first one was answered is told after its own time', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.lookAt(id);
    await team.bench.clock.advance(30 * minuteMs);
    expect(ana.told.at(-1)).toMatch(/Waiting since .* Mei has it, but has not answered since/);
  });

  it('an alarm that waits for another desk waits on while nothing is heard of its order', async () => {
    const { ana, mei } = await team.start();
    team.serves({ status: { raw: 'pending', phase: 'searching' }, courier: null });
    await team.bench.clock.advance(19 * minuteMs);
    mei.lookAt(id);
    await team.bench.clock.advance(2 * minuteMs);
    const before = ana.told.length;
    ana.link.trouble.isCut = true;
    await team.bench.clock.advance(7 * minuteMs);
    ana.link.trouble.isCut = false;
    await mei.close();
    await team.bench.clock.advance(2 * minuteMs);
    expect(ana.told.slice(before).join()).toContain('Waiting since');
  });

  it('a claim that is given to a closed desk is kept for half an hour, too', async () => {
    const { ana, mei } = await team.start();
    await mei.close();
    await team.bench.clock.advance(40 * minuteMs);
    await team.answered(ana.watch.claim([id], { desk: 'Mei' }));
    await team.bench.clock.advance(20 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
    await team.bench.clock.advance(12 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim).toBeNull();
  });

  it('taking it over ends that: the alarm is that of the other desk then', async () => {
    const { ana, mei } = await team.start();
    mei.attend('locked');
    await team.bench.clock.advance(10_000);
    await team.answered(ana.watch.claim([id], { takesOver: true }));
    expect(ana.passedOn(id)).toBeNull();
    await team.release();
    expect(ana.told.at(-1)).not.toContain('Mei');
    expect(mei.passedOn(id)).toBeNull();
  });

  it('the card of an alarm that was passed on takes the order over by a button', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    expect(mei.screen.shown.at(-1)?.actions.map(({ action }) => action)).not.toContain('takeOver');
    mei.attend('locked');
    await team.bench.clock.advance(10_000);
    expect(ana.screen.shown.at(-1)?.actions.at(-1)).toEqual({
      action: 'takeOver',
      text: 'Take it over',
    });
    ana.screen.actOnLast('takeOver');
    await team.bench.clock.advance(2000);
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Ana');
    expect(ana.revealed).toEqual([]);
  });

  it('taking over without contact opens the window, which shows who has it', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.attend('locked');
    await team.bench.clock.advance(10_000);
    ana.link.trouble.isCut = true;
    await team.bench.clock.advance(2000);
    ana.screen.actOnLast('takeOver');
    await team.bench.clock.advance(2000);
    expect(ana.revealed).toEqual([id]);
  });

  it('a claim ends when its desk was closed for half an hour, said by the hub in the log', async () => {
    const { ana, mei } = await team.start();
    await mei.close();
    await team.bench.clock.advance(25 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
    await team.bench.clock.advance(7 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim).toBeNull();
    const last = team.bench.engine.entries
      .filter(({ body }) => body.includes('"change":"released"'))
      .map(({ body }): unknown => JSON.parse(body));
    expect(last).toMatchObject([{ by: null, id }]);
  });

  it('a desk that joins later names what is not answered, after the time that the first one has', async () => {
    await team.start();
    await team.release();
    const bo = await team.desk('Bo', 0);
    await team.bench.clock.advance(90_000);
    expect(bo.told).toEqual([]);
    await team.bench.clock.advance(minuteMs);
    expect(bo.told).toHaveLength(1);
    expect(bo.told[0]).toContain('Lunch');
  });

  it('a desk that never says who is at it is not said to leave anything unanswered', async () => {
    const { ana } = await team.start();
    const bo = await team.desk('Bo', 0, {}, true);
    await team.answered(bo.watch.claim([id], { takesOver: true }));
    await team.bench.clock.advance(3 * minuteMs);
    await team.release();
    expect(ana.told).toEqual([]);
    await team.bench.clock.advance(3 * minuteMs);
    expect(ana.told).toHaveLength(1);
    expect(ana.told[0]).toMatch(/Bo has it, but since .* it is not known whether anyone answers/);
  });

  it('a hub that begins anew does not know what was answered, and no one is told for that', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.lookAt(id);
    await team.bench.clock.advance(3 * minuteMs);
    mei.hub = null;
    ana.hub = await team.restart();
    await team.bench.clock.advance(12_000);
    mei.hub = ana.hub;
    await team.bench.clock.advance(minuteMs);
    expect(ana.told).toEqual([]);
  });

  it('who left is told to the others in time, although the clock of the hub is set back', async () => {
    const { ana, mei } = await team.start();
    await team.release();
    mei.lookAt(id);
    await team.bench.clock.advance(10_000);
    mei.attend('away');
    await team.bench.clock.advance(10_000);
    team.bench.clock.setWall(team.bench.clock.wallMs() - 60 * minuteMs);
    await team.bench.clock.advance(17 * minuteMs);
    expect(ana.passedOn(id)).toBe('away');
    expect(ana.told.join()).toContain('Mei has it, but is away since');
  });

  it('an alarm that was not answered and is over says nothing of the next one', async () => {
    const { ana } = await team.start();
    await team.release();
    await team.bench.clock.advance(3 * minuteMs);
    expect(ana.passedOn(id)).toBe('unanswered');
    team.serves({ status: { raw: 'delivered', phase: 'atDropoff' } });
    await team.bench.clock.advance(minuteMs);
    expect(ana.passedOn(id)).toBeNull();
  });

  it('a claim stays while its desk is connected, although it says nothing any more', async () => {
    const { ana, mei } = await team.start();
    mei.sleepSilently();
    await team.bench.clock.advance(60 * minuteMs);
    expect(ana.passedOn(id)).toBe('asleep');
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('of a desk that was revoked that is said', async () => {
    const { ana } = await team.start();
    await team.answered(team.hubs[0]?.hub.desks.revoke('Mei') ?? Promise.resolve(false));
    await team.release();
    expect(ana.told.join()).toContain('Mei has it, but that desk is no longer in the team');
  });

  it('a claim stays while its desk has contact, also with no one there', async () => {
    const { ana, mei } = await team.start();
    mei.attend('locked');
    await team.bench.clock.advance(60 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('nothing of who is where is in the log', async () => {
    const { mei } = await team.start();
    const count = team.bench.engine.entries.length;
    mei.attend('away');
    await team.bench.clock.advance(30_000);
    mei.attend('locked');
    await team.bench.clock.advance(30_000);
    expect(team.bench.engine.entries.slice(count)).toEqual([]);
  });
});

it('how long another desk has is chosen at each desk', async () => {
  const team = new Team();
  const { ana } = await team.start({ seriousAnswerMinutes: 10 });
  await team.release();
  await team.bench.clock.advance(9 * minuteMs);
  expect(ana.told).toEqual([]);
  await team.bench.clock.advance(2 * minuteMs);
  expect(ana.told).toHaveLength(1);
});

/** A hub that is gone, or reaches nothing any more: the others cannot tell which. */
function killed(hub: BenchHub | undefined): void {
  if (hub === undefined) throw new Error('no such hub');
  hub.leases.isAway = hub.log.isAway = true;
}

describe('of a desk at another hub', () => {
  it('nothing that is heard of that hub is not closed: its claims stay, and alarms are told to the others', async () => {
    const team = new Team(2, 1);
    const { ana } = await team.start();
    const other = team.hubs[1];
    if (other === undefined) throw new Error('no hub');
    other.log.isAway = true;
    await team.bench.clock.advance(50 * minuteMs);
    await team.release();
    expect(ana.told.join()).toMatch(/Mei has it, but since .* it is not known whether anyone/);
    await team.bench.clock.advance(10 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
    other.log.comeBack();
    await team.bench.clock.advance(minuteMs);
    expect(ana.passedOn(id)).not.toBe('unknown');
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('an outage of the whole log ends no claims, also not when one hub is back before the other', async () => {
    const team = new Team(2, 1);
    const { ana } = await team.start();
    for (const { leases, log } of team.hubs) log.isAway = leases.isAway = true;
    await team.bench.clock.advance(40 * minuteMs);
    for (const { leases, log } of team.hubs) {
      leases.isAway = false;
      log.comeBack();
      await team.bench.clock.advance(2 * minuteMs);
    }
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('a claim ends when its desk was closed for half an hour, also when the hub that had it was killed', async () => {
    const team = new Team(2, 1);
    const { ana, mei } = await team.start();
    killed(team.hubs[1]);
    await mei.close();
    await team.bench.clock.advance(30 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
    await team.bench.clock.advance(8 * minuteMs);
    expect(ana.watch.get(id)?.team?.claim).toBeNull();
  });

  it('a hub that is cut off from the others lets its desk go, whose claim stays when it goes to another one', async () => {
    const team = new Team(2, 1);
    const { ana, mei } = await team.start();
    killed(team.hubs[1]);
    await team.bench.clock.advance(3 * minuteMs);
    expect(mei.watch.serviceHealth).toEqual({ state: 'reachable' });
    await team.bench.clock.advance(2 * minuteMs);
    expect(mei.watch.serviceHealth).toMatchObject({ state: 'unreachable', cause: 'hub-away' });
    mei.hub = ana.hub;
    await team.bench.clock.advance(60 * minuteMs);
    expect(mei.watch.serviceHealth).toEqual({ state: 'reachable' });
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('a claim stays while its desk is at a hub of which the others never heard anything', async () => {
    const team = new Team(2, 1);
    const { ana, mei } = await team.start();
    const fresh = team.bench.hub(false);
    fresh.log.publish = () => undefined;
    await fresh.start();
    onTestFinished(fresh.stop);
    mei.hub = fresh;
    await team.bench.clock.advance(minuteMs);
    await team.hubs[1]?.stop();
    await team.bench.clock.advance(60 * minuteMs);
    expect(mei.watch.serviceHealth).toEqual({ state: 'reachable' });
    expect(ana.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('a word that comes late, again and again, is as old as it was at the hub that heard it', async () => {
    const team = new Team(2);
    for (const { log } of team.hubs) delayed(log, team.bench.clock);
    const { ana, mei } = await team.start();
    await team.release();
    mei.sleepSilently();
    await team.bench.clock.advance(minuteMs);
    expect(ana.passedOn(id)).toBe('asleep');
  });
});

it('an answer outlives the hub that heard it: no one is told while its desk goes to another one', async () => {
  const team = new Team(2);
  const { ana, mei } = await team.start({ seriousAnswerMinutes: 1 });
  await team.release();
  mei.lookAt(id);
  await team.bench.clock.advance(3 * minuteMs);
  mei.hub = null;
  await team.hubs[0]?.stop();
  await team.bench.clock.advance(13_000);
  mei.hub = team.hubs[1] ?? null;
  await team.bench.clock.advance(minuteMs);
  expect(ana.told).toEqual([]);
});
