/**
 * The tag of the notification that Windows activated, from its raw activation arguments
 * `type=click&tag=<tag>`; null when there is none. Electron writes the notification's id as the tag
 * (https://github.com/electron/electron/pull/50328).
 */
export function activatedTag(args: string): string | null {
  const tag = new URLSearchParams(args).get('tag');
  return tag === null || tag === '' ? null : tag;
}
