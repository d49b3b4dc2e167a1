import { highlighted, queryWords } from '../../../core/text/folded.ts';

/** A text with the words of a query highlighted. */
export function Marked({ text, query }: Readonly<Record<'text' | 'query', string>>) {
  const words = queryWords(query);
  if (words.length === 0) return text;
  return highlighted(text, words).map((piece) =>
    piece.isHighlighted ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  );
}

interface ReceivedProps {
  readonly text: string;
  readonly className?: string;
  /** Marks the words of this query. */
  readonly query?: string;
}

/** Text from outside: never markup, isolated from the text beside it, Han characters with Hong Kong glyphs. */
export function Received({ text, className, query = '' }: ReceivedProps) {
  const lang = /\p{Script=Han}/u.test(text) ? 'zh-Hant-HK' : undefined;
  return (
    <bdi className={className} lang={lang}>
      <Marked text={text} query={query} />
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
