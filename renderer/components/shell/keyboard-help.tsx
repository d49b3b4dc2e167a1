import { keyPage } from '../../command-list.ts';
import { useModal } from '../controls/modal.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Keys } from '../controls/keys.tsx';
import { DialogHead } from '../controls/dialog-head.tsx';

function Help() {
  const model = useModel();
  const text = useText();
  const { help } = text;
  const hasTeam = model.board.getState().app?.team != null;
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="dialog help-dialog"
      aria-labelledby="keyboard-help"
      onClose={model.layers.close}
    >
      <DialogHead
        id="keyboard-help"
        title={help.title}
        closeLabel={help.close}
        onClose={() => dialog.current?.close()}
      />
      <div className="cols">
        {keyPage(text, hasTeam).map(({ lines, title }) => (
          <section key={title}>
            <h3 className="fs11 t3">{title}</h3>
            <ul>
              {lines.map(({ does, keys, name }) => (
                <li key={name}>
                  <span>{does}</span>
                  <span className="vh">{keys.join(' ')}</span>
                  <Keys keys={keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </dialog>
  );
}

/** All keys on one page, as the list of commands has them. */
export function KeyboardHelp() {
  const isOpen = useSlice(useModel().layers, (state) => state.layer === 'keyboardHelp');
  return isOpen ? <Help /> : null;
}
