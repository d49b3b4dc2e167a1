import { orders } from './numbers.ts';

/** The texts of what is done with a group where it stands, in English. */
export const groupWayTexts = {
  groupWay: {
    menu: (group: string) => `What to do with ${group}`,
    mute: 'Mute the group',
    unmute: 'Unmute the group',
    snoozeQuarter: 'Snooze the group for 15\u00A0min',
    snoozeHour: 'Snooze the group for 1\u00A0hour',
    snoozeTomorrow: 'Snooze the group until tomorrow',
    endSnooze: 'End the snooze of the group',
    promise: (many: number): string => `Promise a time for ${orders(many)}`,
    assign: (many: number): string => `Give ${orders(many)} to a desk`,
    settings: 'Settings of the group',
    mutedToast: 'Group muted:',
    unmutedToast: 'Group unmuted:',
    snoozedToast: (until: string, past: string) => `Group snoozed until ${until}${past}:`,
    snoozeEndedToast: 'Snooze of the group ended:',
  },
};
