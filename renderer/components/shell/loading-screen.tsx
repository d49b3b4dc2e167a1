import { Icon } from '../controls/icon.tsx';
import { useModel, useText } from '../../model-context.tsx';
import type { BoardPhase } from '../../stores/board-store.ts';

/** Before the first snapshot. Nothing is shown for the moment that it takes; a failure has words. */
export function LoadingScreen({ phase }: { readonly phase: BoardPhase }) {
  const { board } = useModel();
  const { loading } = useText();
  if (phase.kind !== 'failed') return <main className="fr" aria-label={loading.title} aria-busy />;
  return (
    <main className="fr">
      <div className="drag" />
      <div className="msg" role="alert">
        <Icon name="st-problem" className="c-problem" />
        <h1 className="strong title">{loading.failed}</h1>
        <p className="t2">{phase.failure.message}</p>
        <span className="hstack">
          <button type="button" className="btn primary" onClick={() => void board.reload()}>
            {loading.again}
          </button>
        </span>
      </div>
    </main>
  );
}
