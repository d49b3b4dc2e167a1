import type { BridgeHandlers } from '../../core/bridge/bridge.ts';
import type { WhatIf } from '../../core/bridge/what-if.ts';
import type { SettingsChange } from '../../core/settings/settings.ts';

/** What {@link whatIfHandlers} works with. */
export interface WhatIfParts {
  /** Counts what each change would have meant; null when nothing is recorded. */
  readonly whatIf: (changes: readonly SettingsChange[]) => Promise<WhatIf | null>;
}

/** Answers what other settings would have meant. */
export function whatIfHandlers({
  whatIf,
}: WhatIfParts): Pick<BridgeHandlers, 'notifications:what-if'> {
  return {
    'notifications:what-if': async ({ changes }) => ({ ok: true, value: await whatIf(changes) }),
  };
}
