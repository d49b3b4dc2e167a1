import { z } from 'zod';

/*
 * The shape of a scenario file (seeds/scenarios): how orders live, for people to read and write. All
 * times are story times; the file never holds a calendar date, so a scenario fits any day.
 */

const msPerUnit = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 } as const;

/** A stretch of story time such as `90 s`, `-6 min` or `1.5 h`, read as milliseconds. */
const duration = z
  .string()
  .regex(/^-?\d+(?:\.\d+)? (?:ms|s|min|h)$/, 'a duration looks like "90 s", "-6 min" or "1.5 h"')
  .transform((text) => {
    const [amount, unit] = text.split(' ');
    return Number(amount) * msPerUnit[unit as keyof typeof msPerUnit];
  });

const waiting = duration.refine((ms) => ms >= 0, 'a wait is not negative');

const place = z
  .tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
  .readonly()
  .describe('latitude and longitude in degrees');

const location = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});

const stop = {
  name: z.string(),
  street_address: z.string(),
  floor_or_unit_number: z.string().default(''),
  location,
};

const person = z.strictObject({ name: z.string().min(1), phone_number: z.string().min(1) });

const pickup = z.strictObject({
  ...stop,
  /** When the goods are to be collected, counted from the start of the story. */
  schedule: duration.default(0),
  contact: person.extend({ phone_extension: z.string().default('') }),
});

const destination = z.strictObject({ ...stop, contact: person });

const priceLine = z.strictObject({
  key: z.string(),
  amount: z.number(),
  quantity: z.number(),
  reason: z.string(),
});

const status = z.string().min(1);

const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('wait'), for: waiting }),
  /** Waits for a time counted from the start of the story. */
  z.strictObject({ do: z.literal('waitUntil'), at: duration }),
  /** A courier takes the order. The first fix comes a while later, as it does in reality. */
  z.strictObject({
    do: z.literal('match'),
    courier: person,
    from: place,
    firstFixAfter: waiting.default(8000),
    status: status.default('active'),
  }),
  /** The courier goes there, `along` the given corners, else along an invented street grid. */
  z.strictObject({
    do: z.literal('drive'),
    to: z.union([z.literal('pickup'), z.int().min(1), place]),
    along: z.array(place).optional(),
    speedKmh: z.number().positive().max(90).default(26),
  }),
  /** The status word changes and nothing else. */
  z.strictObject({ do: z.literal('setStatus'), status }),
  z.strictObject({
    do: z.literal('release'),
    reason: z.string(),
    status: status.default('pending'),
  }),
  z.strictObject({ do: z.literal('complete'), status: status.default('completed') }),
  z.strictObject({
    do: z.literal('amend'),
    key: z.string(),
    amount: z.number(),
    quantity: z.number().default(1),
    reason: z.string(),
  }),
  z.strictObject({ do: z.literal('cancel'), status: status.default('cancelled') }),
  /** The customer's edit of an order that is not over. */
  z.strictObject({
    do: z.literal('edit'),
    note_to_courier: z.string().optional(),
    vehicle_type: z.string().optional(),
    payment_method: z.string().optional(),
  }),
]);

const orderPlan = z.strictObject({
  /** Names the order within all scenarios; with the seed it decides the uuid. */
  key: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  /** What a dispatcher might call it. Not on the wire. */
  label: z.string().optional(),
  vehicle_type: z.string(),
  payment_method: z.string(),
  note_to_courier: z.string().default(''),
  status: status.default('pending'),
  pickup,
  destinations: z.array(destination).min(1),
  price: z.strictObject({ currency: z.string().length(3), amount: z.number() }),
  price_breakdown: z.array(priceLine).default([]),
  /** When the order comes into being, counted from the start of the story; asked before, it is unknown. */
  createdAt: duration.default(0),
  /** How often the courier's device reports its position. */
  fixEvery: duration.refine((ms) => ms >= 1000, 'at most one fix per second').default(10_000),
  /** How far a reported position may be beside the true one, in metres. */
  gpsNoiseMeters: z.number().min(0).max(100).default(4),
  life: z.array(step),
});

/** The schema of a scenario file. Unknown keys are refused: a typing error must not change a story. */
export const scenarioSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  about: z.string(),
  /** The speed at which the scenario is meant to be played, when it minds. */
  speed: z.number().positive().optional(),
  orders: z.array(orderPlan).min(1),
});

/** A scenario as read from its file. */
export type Scenario = z.output<typeof scenarioSchema>;

/** A scenario as written in its file, with durations as text. */
export type ScenarioSource = z.input<typeof scenarioSchema>;

/** One order of a scenario: what it is and how it lives. */
export type OrderPlan = Scenario['orders'][number];

/** One thing that happens in an order's life. */
export type LifeStep = OrderPlan['life'][number];
