/** Finds at once, at every start, what was being shown when the program was ended. */
export const toldOnceMigration = `
  CREATE INDEX tellings_in_doubt ON tellings (no) WHERE outcome = 'showing';
`;
