import type { ClaimRefusal } from '../../../core/board/team.ts';
import { count, orders } from './numbers.ts';

const refusals: Readonly<Record<Exclude<ClaimRefusal['kind'], 'claimedBy'>, string>> = {
  away: 'No contact with the hub. Orders can be taken on once it is back.',
  viewer: 'This desk looks on. Only dispatchers take orders on.',
  over: 'The order is over, so no desk needs to have it.',
  unknownDesk: 'There is no desk of this name any more.',
  gone: 'The team does not watch this order any more.',
};

/** The texts of a team and its claims, in English. */
export const teamTexts = {
  team: {
    title: 'Team',
    note: 'Note of the team',
    at: (desk: string, presence: string) => `${desk}, ${presence}`,
    presence: {
      here: 'here now',
      away: (time: string) => `away since ${time}`,
      locked: (time: string) => `screen locked since ${time}`,
      asleep: (time: string) => `computer asleep since ${time}`,
      closed: (time: string) => `not here since ${time}`,
      unknown: (time: string) => `not known since ${time}`,
      revoked: (_time: string) => 'no longer in the team',
      notHere: 'not here',
    },
    you: (desk: string) => `${desk} (you)`,
    lookingOn: 'You are looking on',
    lookingOnHelp: 'This desk sees everything but whole numbers, and changes nothing.',
    waiting: (many: number) =>
      many === 1 ? 'One change waits for the hub' : `${many} changes wait for the hub`,
    full: 'Too many changes wait for the hub. What you change now is not kept.',
    revoked: 'This desk is no longer in the team. Leave it to watch orders alone again.',
    logGone:
      'The hub does not have this desk’s log any more. Its list, and what waits for the hub, stay here. If the hub began a new log, join it again: the list comes along.',
    more: (many: number) => `${many} more`,
  },
  claim: {
    yours: 'You',
    has: (desk: string) => `${desk} has it`,
    youHave: 'You have it',
    since: (who: string, time: string) => `${who} since ${time}`,
    claim: 'Take it on',
    takeOver: (desk: string) => `Take it over from ${desk}`,
    letGo: 'Let go of it',
    handOn: 'Hand on or say why',
    claimed: 'You have',
    handed: (desk: string) => `${desk} has`,
    released: 'No desk has',
    asBefore: 'Who has it is as before:',
    changedSince: 'Changed since: it stays as it is now',
    refused: refusals,
    /** @param many how many of all these orders */
    othersHave: (many: number, all: number) =>
      `Other desks have ${count.format(many)} of the ${orders(all)}`,
    claimedBy: (desk: string) => `${desk} has it already:`,
    partly: (many: number) => `Not taken on: ${orders(many)}`,
    question: {
      title: (subject: string) => `Who takes care of ${subject}?`,
      /** @param now who has it now; null for no desk */
      body: (now: string | null): string =>
        `${now === null ? '' : `${now}. `}It interrupts only the desk that has it, as long as a person answers there. Everybody sees who that is.`,
      desk: 'Desk',
      me: (desk: string) => `${desk} (you)`,
      noDesk: 'No desk',
      reason: 'Why',
      reasonHint: 'For the others (optional)',
      cancel: 'Cancel',
      done: 'Done',
    },
  },
  /** The line below an annotation: the desk that wrote it, and the time. */
  written: {
    label: (desk: string, time: string) => `named by ${desk}, ${time}`,
    group: (desk: string, time: string) => `written by ${desk}, ${time}`,
    note: (desk: string, time: string) => `written by ${desk}, ${time}`,
    promisedAtMs: (desk: string, time: string) => `promised by ${desk}, ${time}`,
  },
  addedBy: (desk: string) => `Added by ${desk}`,
  join: {
    title: 'Join a team',
    body: 'Several desks watch one list: a hub checks the orders for all of them. The person who runs it gives you its address and a code.',
    address: 'Address of the hub',
    addressHint: 'https://hub.example.com',
    code: 'Code',
    codeHint: 'ABCD-EFGH-JKMN',
    brings: 'The orders that you watch now become the team’s. Waybell then starts again.',
    join: 'Join',
    joining: 'Joining',
    both: 'Enter the address of the hub and the code.',
  },
  teamSettings: {
    hub: 'Hub',
    desk: 'This desk',
    roles: { dispatcher: 'Dispatcher', viewer: 'Looks on' },
    desks: 'Desks',
    whose: {
      connection: 'The connection to the service is the hub’s. Your membership is this desk’s.',
      checking:
        'The pace is the hub’s: what you change of it counts for all desks. How long the history is kept is yours.',
      notifications: 'Yours, at this desk alone. Paces of groups are the hub’s.',
      timing: 'Yours, at this desk alone. Where a courier counts as near is the hub’s.',
      webhooks: 'The hub’s, for all desks.',
      appearance: 'Yours, at this desk alone.',
      privacy: 'Yours, at this desk alone. When an order leaves the archive is the hub’s.',
      computer: 'Yours, at this desk alone.',
      transfer: 'What you import is shared with the team, but for mutes, pins, snoozes and calls.',
      day: 'Counted at this desk, from what it has seen of the team’s orders.',
      diagnosis: 'Of this desk. The hub says more in its own log.',
    },
    forAllDesks: 'For all desks of the team',
    paces: 'Other paces',
    more: 'Fences and rules of groups',
    moreHelp: 'The person who runs the hub sets these, on its command line.',
    hubDecides: 'The hub checks the orders and receives webhooks. The credentials are set there.',
    leave: 'Leave the team',
    leaveHelp:
      'What is watched stays on this computer, and is checked again once you connect to a service.',
    leaveButton: 'Leave',
    leaveTitle: 'Leave the team?',
    leaveBody: 'Changes that still wait for the hub are lost. Waybell then starts again.',
    cancel: 'Cancel',
  },
};
