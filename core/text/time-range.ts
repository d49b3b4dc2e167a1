/** The farthest time from 1970, in milliseconds, that a Date can hold: writing a farther one out throws. */
export const farthestTimeMs = 8.64e15;

/** The year 2100, in milliseconds since 1970: a time that people write, and that is not before it, is a mistake. */
export const latestTimeMs = Date.UTC(2100, 0);
