/** The words for the preferences for single orders, in English. */
export const preferenceWords = {
  title: 'Group and notifications',
  group: 'Group',
  groupHint: 'Customer or team',
  groupSeveral: 'Put all into one group',
  promised: 'Promised for',
  promisedField: 'Time that somebody was promised',
  noPromise: 'Remove the promised time',
  everyMove: 'Every move',
  everyMoveChoices: { usual: 'As usual', always: 'Tell', never: 'Do not tell' },
  snooze: 'Snooze',
  snoozeTimes: {
    quarter: '15\u00A0min',
    hour: '1\u00A0hour',
    tomorrow: 'Until tomorrow',
  },
  snoozeFor: {
    quarter: 'Snooze for 15\u00A0min',
    hour: 'Snooze for 1\u00A0hour',
    tomorrow: 'Snooze until tomorrow',
  },
  snoozedUntil: (time: string) => `Until ${time}`,
  endSnooze: 'End',
  endSnoozeOf: 'End the snooze',
  snoozedToast: (time: string) => `Notifications wait until ${time}:`,
};
