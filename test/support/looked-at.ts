/**
 * How many characters regular expressions go over while something runs: each time from where one begins to
 * look to the end of what it finds, or to the end of the text where it finds nothing. The same work gives the
 * same number on every machine, which a duration does not.
 *
 * `exec` is replaced meanwhile. Everything that searches a text by an expression ends in it (ECMA-262,
 * RegExpExec): `test`, `match`, `matchAll`, `replace`, `search` and `split`. What `indexOf`, `slice` and
 * `JSON.parse` go over is not counted.
 */
export function lookedAt<Value>(work: () => Value): {
  readonly value: Value;
  readonly characters: number;
} {
  const exec = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec');
  if (exec === undefined) throw new Error('expressions have no exec');
  const plain: typeof RegExp.prototype.exec = exec.value;
  let characters = 0;
  const counting = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = plain.call(this, text);
    if (match !== null) characters += match.index + match[0].length - from;
    else characters += looksAtOnePlace(this) ? 1 : text.length - from;
    return match;
  };
  replaceExec({ ...exec, value: counting });
  try {
    const value = work();
    return { value, characters };
  } finally {
    replaceExec(exec);
  }
}

function replaceExec(by: PropertyDescriptor): void {
  Object.defineProperty(RegExp.prototype, 'exec', by); // oxlint-disable-line no-extend-native -- it is put back
}

/** A sticky one, which `split` asks at each place, or one for the beginning of the text. */
function looksAtOnePlace({ multiline, source, sticky }: RegExp): boolean {
  return sticky || (source.startsWith('^') && !source.includes('|') && !multiline);
}
