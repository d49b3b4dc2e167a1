import { Component, type ReactNode } from 'react';
import { useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';

function NotDrawn({ drawAgain }: { readonly drawAgain: () => void }) {
  const { notDrawn } = useText();
  return (
    <main className="fr">
      <div className="drag" />
      <div className="msg" role="alert">
        <Icon name="st-problem" className="c-problem" />
        <h1 className="strong title">{notDrawn.title}</h1>
        <p className="t2">{notDrawn.what}</p>
        <span className="hstack">
          <Button look="primary" onClick={drawAgain}>
            {notDrawn.again}
          </Button>
        </span>
      </div>
    </main>
  );
}

interface DrawnProps {
  readonly children: ReactNode;
}

/** What is in it; or words, where a fault of ours keeps it from being drawn and React would leave nothing. */
export class DrawnOrSaid extends Component<DrawnProps, { readonly isFaulty: boolean }> {
  override readonly state = { isFaulty: false };

  static getDerivedStateFromError() {
    return { isFaulty: true };
  }

  override render(): ReactNode {
    if (!this.state.isFaulty) return this.props.children;
    return <NotDrawn drawAgain={() => this.setState({ isFaulty: false })} />;
  }
}
