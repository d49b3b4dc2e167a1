/** Why a request is refused: the status and what is said. Nothing of the request is repeated. */
export const refusals = {
  badRequest: [400, 'The request cannot be read, or has something that does not belong there.'],
  keyMissing: [
    400,
    'A change needs an Idempotency-Key of 1 to 128 letters, digits, ".", "_", ":" or "-".',
  ],
  codeRefused: [401, 'The code is not known, was used or is too old.'],
  revoked: [401, 'A request needs a token that counts: "Authorization: Bearer TOKEN".'],
  viewerMayNot: [403, 'This desk may look on alone.'],
  notFound: [404, 'There is nothing here.'],
  unknownOrder: [404, 'The team does not watch this order.'],
  unknownDesk: [404, 'No desk of the team that may have orders has this name.'],
  unknownOwner: [404, 'The order has no such stop, or no courier.'],
  claimedBy: [409, 'Another desk has the order.'],
  over: [409, 'The order is over.'],
  settingLocked: [
    409,
    'An option or a policy of the computer of the hub sets this; no desk changes it.',
  ],
  full: [409, 'The team watches as many orders as it may.'],
  gap: [410, 'The log does not go on from this place: read the orders anew.'],
  tooLarge: [413, 'The body is too large.'],
  orderTooLarge: [
    413,
    'So much is known of this order that the log has no room for the change; nothing was changed.',
  ],
  hostRefused: [421, 'The hub does not go by this name, and web pages may not ask it.'],
  keyReused: [422, 'The Idempotency-Key was used for another request.'],
  tooMany: [429, 'Too many: come again later.'],
  dayFull: [
    429,
    'This desk has written as much as it may in 24 hours; its changes wait until then.',
  ],
  fault: [500, 'The hub has a fault; its log says more.'],
  logAway: [503, 'The hub cannot reach its log; nothing was changed.'],
  logGone: [
    503,
    'The log of the team is gone. Nothing was changed: it is to be restored, or begun anew, at the hub.',
  ],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type RefusalCode = keyof typeof refusals;

/** What a refusal says beside its code. */
export interface RefusalDetails {
  /** In `claimedBy`: the desk that has the order. */
  readonly desk?: string;
  /** In `revoked`: the log of this hub, by which a desk knows whether it is the one that it belongs to. */
  readonly logId?: string;
  /** In `settingLocked`: which setting. */
  readonly name?: string;
  /** In `full`: the most orders of a team. */
  readonly most?: number;
}

/** A status and a body, as it is sent; null for none. */
export interface Answer {
  readonly status: number;
  readonly body: string | null;
}

/** Ends the handling of a request with an error that the asker is told. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;
  /** When to come again; null where that changes nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: RefusalCode,
    details: RefusalDetails = {},
    retryAfterSeconds: number | null = code === 'logAway' || code === 'logGone' ? 2 : null,
  ) {
    super(code);
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get answer(): Answer {
    const [status, message] = refusals[this.code];
    return {
      status,
      body: JSON.stringify({ error: { code: this.code, message, ...this.details } }),
    };
  }
}
