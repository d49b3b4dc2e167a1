/** Throws with a sentence when a rule is broken. */
export function holds(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(`broken: ${sentence}`);
}

// oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
const control = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/;

/** Whether a text from outside may be shown: well-formed, without control characters, not too long. */
export function isShowable(text: string, mostUnits: number): boolean {
  return text.isWellFormed() && !control.test(text) && text.length <= mostUnits;
}

/** Every text in a value, keys included. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** Every number in a value. */
export function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

/** Whether the prototypes of objects and arrays are unchanged. */
export function isUnpolluted(): boolean {
  const plain: Record<string, unknown> = {};
  return (
    plain['polluted'] === undefined &&
    Object.keys(Object.prototype).length === 0 &&
    Object.keys(Array.prototype).length === 0
  );
}
