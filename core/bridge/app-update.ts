/** How this copy of Waybell stands to newer ones. */
export type AppUpdate =
  /** This copy knows no place to look: it was packed without a feed, or runs from its sources. */
  | { readonly kind: 'noFeed' }
  /** Null until the first look. */
  | { readonly kind: 'latest'; readonly lookedAtMs: number | null }
  | { readonly kind: 'looking' }
  | { readonly kind: 'fetching'; readonly version: string; readonly percent: number }
  /** Fetched and checked; it is put in place when the user says so. */
  | { readonly kind: 'ready'; readonly version: string }
  /** Nothing is lost by it: the next look comes by itself. */
  | { readonly kind: 'failed'; readonly atMs: number };
