/** How much may be asked, as the settings have it. */
export interface WatchLimits {
  readonly requestsPerMinute: number;
  readonly activeEverySeconds: number;
}
