import { useModel, useSlice } from '../../model-context.tsx';

const macCaps: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Delete: '⌫', Enter: '⏎' };
const otherCaps: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Shift: 'Shift',
  Delete: 'Del',
  Enter: '⏎',
};

/** Key caps. `Mod` is Command on macOS and Ctrl elsewhere. Decoration: the control names itself. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  const isMac = useSlice(useModel().board, (state) => state.app?.platform === 'macos');
  const caps = isMac ? macCaps : otherCaps;
  return (
    <span className="keys" aria-hidden="true">
      {keys.map((key) => (
        <kbd className="kbd" key={key}>
          {caps[key] ?? key}
        </kbd>
      ))}
    </span>
  );
}
