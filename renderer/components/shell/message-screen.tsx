import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';

interface MessageScreenProps {
  readonly title: string;
  readonly body: string;
  /** What can be done about it. */
  readonly act: string;
  readonly onAct: () => void;
}

/** Stands in place of the whole window, where it has nothing else to show. */
export function MessageScreen({ title, body, act, onAct }: MessageScreenProps) {
  return (
    <main className="fr">
      <div className="drag" />
      <div className="mid">
        <div className="msg" role="alert">
          <Icon name="st-problem" className="c-problem" />
          <h1 className="strong title">{title}</h1>
          <p className="t2">{body}</p>
          <span className="hstack">
            <Button look="primary" onClick={onAct}>
              {act}
            </Button>
          </span>
        </div>
      </div>
    </main>
  );
}
