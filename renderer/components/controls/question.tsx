import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useModal } from './modal.ts';
import { Button } from './button.tsx';

interface QuestionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What has to be known before, one thing a line. */
  readonly warnings?: readonly string[];
  readonly cancel: string;
  /** What the button does that says yes. */
  readonly act: string;
  /** There is no undo. */
  readonly isFinal: boolean;
  readonly onAct: () => void;
  /** The answer was no, by button or by Escape. */
  readonly onCancel: () => void;
}

/**
 * A dialog that asks before something is done. Enter is the answer that looks chosen: yes, or no where there is no undo,
 * or where the person was typing when it opened, so that Enter may be meant for what was typed.
 */
export function Question(props: QuestionProps) {
  const { title, children, warnings = [], cancel, act, isFinal, onAct, onCancel } = props;
  const [wasTyping] = useState(() => document.activeElement?.matches('input, textarea') === true);
  const isNo = isFinal || wasTyping;
  const dialog = useModal();
  const chosen = useRef<HTMLButtonElement>(null);
  // A dialog that opens gives the focus to its first button.
  useLayoutEffect(() => chosen.current?.focus(), []);
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog question"
      role={isFinal ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onClose={onCancel}
      onKeyDown={(event) => {
        // The Enter that asked, held a little too long, is no answer.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
    >
      <h2 id={`${id}-title`} className="breaks fs15 strong">
        {title}
      </h2>
      <div id={`${id}-body`} className="t2 breaks">
        <p>{children}</p>
        {warnings.length === 0 ? null : (
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="hstack">
        <span className="grow" />
        <Button ref={isNo ? chosen : undefined} onClick={() => dialog.current?.close()}>
          {cancel}
        </Button>
        <Button
          ref={isNo ? undefined : chosen}
          look={isFinal ? 'danger' : wasTyping ? '' : 'primary'}
          onClick={onAct}
        >
          {act}
        </Button>
      </div>
    </dialog>
  );
}

interface QuestionFormProps {
  readonly title: string;
  readonly body: string;
  /** The fields to fill in. */
  readonly children: ReactNode;
  readonly cancel: string;
  readonly done: string;
  readonly onDone: () => void;
  /** The dialog closed, with an answer or without. */
  readonly onClose: () => void;
}

/** A select would open its list by Enter; Space and the arrows choose from it. The Enter that asked is no answer. */
function answerByEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  if (!event.repeat) event.target.form?.requestSubmit();
}

/** A dialog that asks for a few words. Enter in a field is the answer, too. */
export function QuestionForm(props: QuestionFormProps) {
  const { title, body, children, cancel, done, onDone, onClose } = props;
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog question"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onClose={onClose}
      onKeyDown={answerByEnter}
    >
      <form method="dialog" onSubmit={onDone}>
        <h2 id={`${id}-title`} className="breaks fs15 strong">
          {title}
        </h2>
        <p id={`${id}-body`} className="t2 breaks">
          {body}
        </p>
        {children}
        <div className="hstack">
          <span className="grow" />
          <Button onClick={() => dialog.current?.close()}>{cancel}</Button>
          <Button look="primary" type="submit">
            {done}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
