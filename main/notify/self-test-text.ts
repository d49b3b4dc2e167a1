/** What is said of a system that took a notification and never said that it showed it. */
export const systemSilentText = 'The system took it and did not say that it was shown.';
