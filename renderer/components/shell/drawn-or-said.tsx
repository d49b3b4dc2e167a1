import { Component, type ReactNode } from 'react';
import { useText } from '../../model-context.tsx';
import { MessageScreen } from './message-screen.tsx';

function NotDrawn({ drawAgain }: { readonly drawAgain: () => void }) {
  const { title, what, again } = useText().notDrawn;
  return <MessageScreen title={title} body={what} act={again} onAct={drawAgain} />;
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
