import { z } from 'zod';
import { orderIdAt } from '../watched-orders.ts';

/** Names, numbers, addresses and places that can be recognised, one in every field of a schema. */
export interface Canaries {
  /** Every text that was put in, as it was. */
  readonly texts: string[];
  readonly coordinates: number[];
}

/** What a text that may not be found in any spelling is made of. */
export const canaryWord = 'Zebedee';
export const canaryDigits = '98765432';

/** What stands in places that accept these alone. */
export const notPersonal: readonly string[] = ['order-not-found', 'Europe/Zurich'];

/**
 * A value that fits a schema, with a recognisable text in every place that accepts any text, and a recognisable
 * place wherever there is one. Of lists there is one item; nothing is left out and nothing is null.
 *
 * @param round which word of an enumeration and which branch of a union is taken
 */
export function canaryOf<Value>(schema: z.ZodType<Value>, round: number, found: Canaries): Value {
  return schema.parse(sample(schema, '', round, found));
}

function sample(schema: unknown, field: string, round: number, found: Canaries): unknown {
  const inner = (one: unknown): unknown => sample(one, field, round, found);
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, each]) => [name, sample(each, name, round, found)]),
    );
  }
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  ) {
    return inner(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return [inner(schema.element)];
  if (schema instanceof z.ZodUnion) return inner(chosen(schema.options, round));
  if (schema instanceof z.ZodEnum) return chosen(schema.options, round);
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodPipe) {
    // A schema with a step before it takes what comes after that step.
    return inner(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  if (schema instanceof z.ZodRecord) {
    return { [String(inner(schema.keyType))]: inner(schema.valueType) };
  }
  if (schema instanceof z.ZodBoolean) return round % 2 === 0;
  if (schema instanceof z.ZodNumber) return numberFor(schema, field, found);
  if (schema instanceof z.ZodTemplateLiteral) return `group:${canaryWord} group`;
  if (schema instanceof z.ZodType) return textFor(schema, field, found);
  throw new Error(`there is no sample of ${field}`);
}

function chosen<Item>(items: readonly Item[], round: number): Item {
  const item = items[round % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

function numberFor(schema: z.ZodType, field: string, found: Canaries): number {
  if (field === 'latitudeDeg' || field === 'longitudeDeg') {
    const place =
      (field === 'latitudeDeg' ? 47.376_887 : 8.541_694) + found.coordinates.length / 97;
    found.coordinates.push(place);
    return place;
  }
  const fitting = [1_774_000_000_000, 60, 1, 0, 300, 10, 1024, 100, 30].find(
    (one) => schema.safeParse(one).success,
  );
  if (fitting === undefined) throw new Error(`no number fits ${field}`);
  return fitting;
}

function textFor(schema: z.ZodType, field: string, found: Canaries): string {
  const no = found.texts.length;
  const isPhone = /phone/i.test(field);
  const text = isPhone ? `+852 9876 5432 ${no}` : `${canaryWord} ${field} ${no} of 12 Mill Road`;
  const fitting = [
    text,
    orderIdAt(0xcafe_0000 + no).replace('00000000-', 'cafecafe-'),
    `https://${canaryWord.toLowerCase()}.example`,
    `x-${canaryWord.toLowerCase()}`,
    '10.20.30.40',
    'fd00:cafe::9',
    'Control+Shift+Z',
    ...notPersonal,
  ].find((one) => schema.safeParse(one).success);
  if (fitting === undefined) throw new Error(`no text fits ${field}`);
  found.texts.push(fitting);
  return fitting;
}
