import { useModel, useSlice, useText } from '../../model-context.tsx';
import { SwitchRow } from '../controls/settings-controls.tsx';

/** The choice to keep a newly entered secret in memory alone; one that is stored is not touched by it. */
export function SessionOnly() {
  const { connect } = useModel();
  const words = useText().connect;
  const isOn = useSlice(connect, (state) => state.draft.isSessionOnly);
  const keepsStored = useSlice(
    connect,
    (state) => state.storedFor !== null && state.draft.clientSecret === '',
  );
  if (keepsStored) return null;
  return (
    <SwitchRow
      title={words.sessionOnly}
      help={words.sessionOnlyHelp}
      isOn={isOn}
      onChange={(isSessionOnly) => connect.edit({ isSessionOnly })}
    />
  );
}
