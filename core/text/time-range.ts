/** The farthest time from 1970, in milliseconds, that a Date can hold: writing a farther one out throws. */
export const farthestTimeMs = 8.64e15;
