/** Where newer versions come from; every version that it gives is checked before. */
export interface UpdateFeed {
  /**
   * Looks for a newer version and fetches it.
   *
   * @param fetching is told the newer version and how much of it is there, 0 to 100
   * @returns the version that is ready, or null when this is the latest
   * @throws when the feed cannot be read, or what it gave is not what it promised
   */
  fetchNewer(fetching: (version: string, percent: number) => void): Promise<string | null>;
  /** Ends the program, puts the fetched version in place and starts it. */
  restart(): void;
}
