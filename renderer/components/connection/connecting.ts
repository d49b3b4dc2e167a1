import type { ConnectStore } from '../../stores/settings/connect-store.ts';
import type { OptionsStore } from '../../stores/settings/options-store.ts';

/**
 * Tests what is in the connect form, or connects with it, together with the options that are in sight.
 * An option that cannot be used gets the focus, and nothing is sent.
 *
 * @param root where the fields are
 */
export function tryConnection(
  work: 'test' | 'connect',
  { connect, options }: { readonly connect: ConnectStore; readonly options: OptionsStore },
  root: ParentNode | null,
): void {
  const wanted = options.wanted();
  switch (wanted.kind) {
    case 'untouched':
      void connect[work]();
      return;
    case 'typed':
      void connect[work](wanted.options);
      return;
    case 'refused':
      root?.querySelector<HTMLElement>(`[name="${wanted.field}"]`)?.focus();
      return;
    default:
      wanted satisfies never;
  }
}
