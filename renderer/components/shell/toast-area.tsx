import type { Toast } from '../../stores/toast-store.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Button, IconButton } from '../controls/button.tsx';

const keysOf = { undo: ['Mod', 'Z'], redo: ['Shift', 'Mod', 'Z'] } as const;

function ToastView({ toast, isLast }: { readonly toast: Toast; readonly isLast: boolean }) {
  const { toasts } = useModel();
  const { toast: texts } = useText();
  const { offers } = toast;
  const hold = () => toasts.hold(toast.key);
  const release = () => toasts.release(toast.key);
  return (
    <div
      className={toast.isHeld ? 'toast held' : 'toast'}
      style={{ '--toast-for': `${toast.forMs}ms` }}
      onPointerEnter={hold}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) release();
      }}
      onFocus={hold}
      onBlur={({ currentTarget }) => {
        if (!currentTarget.matches(':hover')) release();
      }}
    >
      <Icon name={toast.icon} className="t2" />
      <span className={toast.subject === undefined ? 'words' : 'cut'}>
        {toast.text}
        {toast.subject === undefined ? null : (
          <>
            {' '}
            <bdi className="strong">{toast.subject}</bdi>
          </>
        )}
      </span>
      {offers ? (
        <Button look="s quiet undo" onClick={() => void toasts.reverse(offers, toast.key)}>
          {texts[offers]} {isLast ? <Keys keys={keysOf[offers]} /> : null}
        </Button>
      ) : (
        <IconButton
          icon="x"
          look="s quiet"
          isSmall
          label={texts.dismiss}
          onClick={() => toasts.dismiss(toast.key)}
        />
      )}
      <span className="timer" />
    </div>
  );
}

/** Messages that pass, newest at the bottom. */
export function ToastArea() {
  const { toasts: store } = useModel();
  const text = useText();
  const toasts = useSlice(store, (state) => state.toasts);
  return (
    <section className="toasts" aria-live="polite" aria-label={text.regions.messages}>
      {toasts.map((toast) => (
        <ToastView
          key={toast.key}
          toast={toast}
          isLast={toast === toasts.findLast(({ offers }) => offers === toast.offers)}
        />
      ))}
    </section>
  );
}
