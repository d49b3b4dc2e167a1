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
  const columns: readonly (readonly [string, readonly (readonly [string, readonly string[]])[]])[] =
    [
      [
        help.move,
        [
          [help.nextPrevious, ['J', 'K']],
          [help.firstLast, ['Home', 'End']],
          [help.nextUnseen, ['N']],
          [help.regions, ['F6']],
          [help.views, ['1', '–', hasTeam ? '9' : '7']],
          [text.lastHour.title, ['H']],
          [text.notificationHistory.title, ['B']],
          [text.rewind.open, ['W']],
          [help.openDetails, ['Enter']],
          [help.menu, ['Shift', 'F10']],
          [help.closeLayer, ['Esc']],
        ],
      ],
      [
        help.act,
        [
          [help.paste, ['Mod', 'V']],
          [help.checkNow, ['R']],
          [help.mute, ['M']],
          [help.follow, ['L']],
          [help.snooze, ['S']],
          [help.snoozeUntil, ['Shift', 'S']],
          [help.promise, ['T']],
          [help.rename, ['F2']],
          [help.markSeen, ['Space']],
          [text.handled.mark, ['V']],
          [text.call.done, ['D']],
          [text.call.await, ['Shift', 'D']],
          ...(hasTeam
            ? ([
                [text.claim.claim, ['C']],
                [text.claim.handOn, ['Shift', 'C']],
              ] as const)
            : []),
          [help.archive, ['E']],
          [help.pin, ['P']],
          [help.stopWatching, ['Delete']],
          [help.undo, ['Mod', 'Z']],
          [help.redo, ['Shift', 'Mod', 'Z']],
        ],
      ],
      [
        help.find,
        [
          [help.palette, ['Mod', 'K']],
          [help.filter, ['/']],
          [help.fitMap, ['F']],
          [help.selectSeveral, ['Shift', '↑↓']],
          [help.selectAll, ['Mod', 'A']],
          [help.copyUuids, ['Mod', 'C']],
          ...(hasTeam ? [] : ([[help.pause, ['Shift', 'Mod', 'P']]] as const)),
          [help.settings, ['Mod', ',']],
          [help.zoom, ['Mod', '+', '−', '0']],
          [help.thisList, ['?']],
        ],
      ],
    ];
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
        {columns.map(([title, lines]) => (
          <section key={title}>
            <h3 className="fs11 t3">{title}</h3>
            <ul>
              {lines.map(([does, keys]) => (
                <li key={does}>
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

/** All keys on one page. */
export function KeyboardHelp() {
  const isOpen = useSlice(useModel().layers, (state) => state.layer === 'keyboardHelp');
  return isOpen ? <Help /> : null;
}
