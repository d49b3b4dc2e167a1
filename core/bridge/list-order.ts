/** In which order the list stands: in groups, or all orders together by one fact. */
export const sortNames = ['attention', 'latest', 'named'] as const;

export type SortName = (typeof sortNames)[number];
