/** Which of the service's addresses a request was for. */
export type RequestTarget = 'token' | 'order' | 'other';

/** What is remembered of a request. Tokens and secrets are not. */
export interface LoggedRequest {
  /** Network time of its arrival. */
  readonly atMs: number;
  readonly target: RequestTarget;
  readonly method: string;
  readonly path: string;
  /** The order asked for, when it was asked for one. */
  readonly uuid: string | null;
  /** Which token came along, counted from 1 in the order of issue; null for none or a foreign one. */
  readonly tokenNumber: number | null;
  readonly isConditional: boolean;
  /** The status decided on; a fault may keep it from arriving. */
  readonly status: number;
}

/** Running totals over everything that the service was asked. */
export interface RequestCounts {
  readonly total: number;
  readonly token: number;
  readonly order: number;
  readonly other: number;
  /** Answers by status. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** The most requests that arrived within any 100 ms of network time. */
  readonly mostIn100Ms: number;
  /** Requests that have not been answered to their end yet. */
  readonly inFlight: number;
  readonly mostInFlight: number;
  readonly openConnections: number;
  readonly mostOpenConnections: number;
}

const entriesKept = 5000;

/** Remembers what was asked: the latest requests one by one, all of them as counts. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #arrivals: number[] = [];
  #firstArrival = 0;
  #counts = emptyCounts();
  readonly #byStatus = new Map<number, number>();

  /** The latest requests, at least {@link entriesKept} when there were as many, oldest first. */
  entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  counts(): RequestCounts {
    return { ...this.#counts, byStatus: new Map(this.#byStatus) };
  }

  /** Forgets all that is over; requests in flight and open connections stay counted. */
  clear(): void {
    const { inFlight, openConnections } = this.#counts;
    this.#entries = [];
    this.#byStatus.clear();
    this.#counts = {
      ...emptyCounts(),
      inFlight,
      mostInFlight: inFlight,
      openConnections,
      mostOpenConnections: openConnections,
    };
  }

  arrived(request: LoggedRequest): void {
    const counts = this.#counts;
    this.#entries.push(request);
    if (this.#entries.length > 2 * entriesKept) {
      this.#entries = this.#entries.slice(-entriesKept);
    }
    counts.total += 1;
    counts[request.target] += 1;
    counts.inFlight += 1;
    counts.mostInFlight = Math.max(counts.mostInFlight, counts.inFlight);
    this.#byStatus.set(request.status, (this.#byStatus.get(request.status) ?? 0) + 1);
    counts.mostIn100Ms = Math.max(counts.mostIn100Ms, this.#arrivalsWithin100Ms(request.atMs));
  }

  answered(): void {
    this.#counts.inFlight -= 1;
  }

  connectionOpened(): void {
    const counts = this.#counts;
    counts.openConnections += 1;
    counts.mostOpenConnections = Math.max(counts.mostOpenConnections, counts.openConnections);
  }

  connectionClosed(): void {
    this.#counts.openConnections -= 1;
  }

  #arrivalsWithin100Ms(nowMs: number): number {
    this.#arrivals.push(nowMs);
    while ((this.#arrivals[this.#firstArrival] ?? nowMs) <= nowMs - 100) {
      this.#firstArrival += 1;
    }
    if (this.#firstArrival > 10_000) {
      this.#arrivals = this.#arrivals.slice(this.#firstArrival);
      this.#firstArrival = 0;
    }
    return this.#arrivals.length - this.#firstArrival;
  }
}

function emptyCounts(): Omit<
  { -readonly [Key in keyof RequestCounts]: RequestCounts[Key] },
  'byStatus'
> {
  return {
    total: 0,
    token: 0,
    order: 0,
    other: 0,
    mostIn100Ms: 0,
    inFlight: 0,
    mostInFlight: 0,
    openConnections: 0,
    mostOpenConnections: 0,
  };
}
