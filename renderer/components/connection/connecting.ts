import type { ConnectStore } from '../../stores/settings/connect-store.ts';
import type { OptionsStore } from '../../stores/settings/options-store.ts';

/**
 * Tests the connect form, or connects with it, together with the options that are in sight. An option
 * that cannot be used gets the focus, and nothing is sent.
 *
 * @param root where the fields are
 */
export function tryConnection(
  work: 'test' | 'connect',
  { connect, options }: { readonly connect: ConnectStore; readonly options: OptionsStore },
  root: ParentNode | null,
): void {
  const { refused, options: typed } = options.wanted();
  if (refused === null) void connect[work](typed);
  else root?.querySelector<HTMLElement>(`[name="${refused}"]`)?.focus();
}
