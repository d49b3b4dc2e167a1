/** A string with its quotes, or a mark of JSON's structure. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]/gs;

/**
 * The first key that an object of a JSON text has twice; null for none. `JSON.parse` keeps the last of them and
 * says nothing.
 */
export function doubledKey(json: string): string | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [mark] of json.matchAll(token)) {
    if (mark === '{') open.push(new Set());
    else if (mark === '[') open.push(null);
    else if (mark === '}' || mark === ']') open.pop();
    else if (mark === ':') {
      const key = String(JSON.parse(last));
      const keys = open.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    } else if (mark !== ',') last = mark;
  }
  return null;
}
