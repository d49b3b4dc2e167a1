/** Text from outside: never markup, isolated from the text beside it, Han characters with Hong Kong glyphs. */
export function Received({ text, className }: Readonly<{ text: string; className?: string }>) {
  const lang = /\p{Script=Han}/u.test(text) ? 'zh-Hant-HK' : undefined;
  return (
    <bdi className={className} lang={lang}>
      {text}
    </bdi>
  );
}

/** Writing that runs from right to left. */
const rightToLeft =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Characters that change the direction of what follows them (Unicode Bidirectional Algorithm, 2). */
const directing = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name from outside inside one of our sentences: its writing direction does not change that of the
 * sentence. For text that cannot have a `bdi` element around the name alone.
 */
export function isolated(name: string): string {
  const plain = name.replaceAll(directing, '');
  return plain === name && !rightToLeft.test(name) ? name : `\u2068${plain}\u2069`;
}
