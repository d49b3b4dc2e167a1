import type { BridgeFailure } from '../../../core/bridge/bridge.ts';
import { Icon } from './icon.tsx';

interface FailureProps {
  /** Nothing is drawn without one. */
  readonly failure: BridgeFailure | null;
  /** What was not done, where the message alone does not say it. */
  readonly title?: string;
}

/** Why something was not done, in a box. */
export function FailureBanner({ failure, title }: FailureProps) {
  if (failure === null) return null;
  return (
    <div className="banner bg-problem" role="alert">
      <Icon name="st-problem" className="c-problem" />
      <span className="grow">
        {title === undefined ? (
          failure.message
        ) : (
          <>
            <span className="strong t1">{title}</span>
            <span className="fs12 t2">{failure.message}</span>
          </>
        )}
      </span>
    </div>
  );
}

/** Why something was not done, as a line of a settings card. */
export function FailureLine({ failure, title }: FailureProps) {
  if (failure === null) return null;
  return (
    <p className="help c-problem" role="alert">
      {title === undefined ? failure.message : `${title} ${failure.message}`}
    </p>
  );
}
