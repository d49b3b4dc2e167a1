/**
 * The same function, which makes each thing once: making a formatter costs a thousand times as much as using it.
 * Arguments that read the same, such as null and an empty text, are the same.
 *
 * @param mostKept what is made is forgotten when there is more than this; default: nothing is
 */
export function madeOnce<Arguments extends readonly (string | number | null | undefined)[], Made>(
  make: (...args: Arguments) => Made,
  mostKept = Number.POSITIVE_INFINITY,
): (...args: Arguments) => Made {
  const known = new Map<string, Made>();
  return (...args) => {
    const key = args.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(...args);
    if (known.size >= mostKept) known.clear();
    known.set(key, made);
    return made;
  };
}
