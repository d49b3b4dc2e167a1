/** A string with its quotes, or a mark of JSON's structure but a comma. A string that does not end is one, so that it is read once. */
const token = /"(?:[^"\\]|\\.)*"?|[[\]{}:]/gs;

/**
 * The first key that an object has twice in a text that is JSON; null for none. `JSON.parse` keeps the last of them and
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
    } else last = mark;
  }
  return null;
}
