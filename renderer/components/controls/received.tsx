/** Text from outside: never markup, kept apart from what stands beside it, Hong Kong glyphs for Han. */
export function Received({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}) {
  const lang = /\p{Script=Han}/u.test(text) ? 'zh-Hant-HK' : undefined;
  return (
    <bdi className={className} lang={lang}>
      {text}
    </bdi>
  );
}
