import type { ConnectStore } from '../../stores/settings/connect-store.ts';
import type { OptionsStore } from '../../stores/settings/options-store.ts';

/** Puts the focus into the first field of the connect form that has to be filled in. */
export function focusFirstEmpty(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('.infield input') ?? [])];
  fields.find(({ value }) => value === '')?.focus();
}

/**
 * Tests the connect form, or connects with it, together with the options that are in sight. A field or an
 * option that cannot be used gets the focus.
 *
 * @param root where the fields are
 */
export function tryConnection(
  work: 'test' | 'connect',
  { connect, options }: { readonly connect: ConnectStore; readonly options: OptionsStore },
  root: ParentNode | null,
): void {
  const focus = (name: string) => root?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const { refused, options: typed } = options.wanted();
  if (refused !== null) {
    focus(refused);
    return;
  }
  void connect[work](typed).then(() => {
    const { failure, missing } = connect.getState();
    const [field] = failure?.code === 'base-url-refused' ? ['baseUrl'] : missing;
    if (field !== undefined) focus(field);
  });
}
