/** Why nothing can be shown, when no notification daemon answers on a Linux desktop. */
export const noDaemonText = 'No notification service answers on this desktop.';
