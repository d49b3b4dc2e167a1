/** What `electron` is to the parts of `main/` that must run without it (tsconfig.node.json). */
export type OnlyInDesktop = never;
