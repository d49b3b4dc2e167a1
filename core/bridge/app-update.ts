/** Whether a newer Waybell was found, and how far installing it has come. */
export type AppUpdate =
  /** No update feed is known: this copy was packed without one, or runs from its sources. */
  | { readonly kind: 'noFeed' }
  /** `lookedAtMs` is null until the feed was first read. */
  | { readonly kind: 'latest'; readonly lookedAtMs: number | null }
  | { readonly kind: 'looking' }
  | { readonly kind: 'fetching'; readonly version: string; readonly percent: number }
  /** Downloaded and verified; it is installed when the user agrees. */
  | { readonly kind: 'ready'; readonly version: string }
  /** The last look failed. The next one follows by itself. */
  | { readonly kind: 'failed'; readonly atMs: number };
