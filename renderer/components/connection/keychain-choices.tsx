import type { BlockedConnection } from '../../../core/delivery/connection.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';

interface KeychainChoicesProps {
  readonly connection: BlockedConnection;
  readonly size: 'l' | 's';
  readonly onForget: () => void;
}

/** What can be done about a keychain that gives no secret. */
export function KeychainChoices({ connection, size, onForget }: KeychainChoicesProps) {
  const { connect } = useModel();
  const texts = useText().connect;
  const isBusy = useSlice(connect, (state) => state.work !== null);
  const canRetry = connection.fault !== 'secretAbsent';
  const first = size === 'l' ? 'l primary' : 's';
  return (
    <>
      {canRetry ? (
        <Button look={first} aria-disabled={isBusy} onClick={() => void connect.retry()}>
          {texts.tryAgain}
        </Button>
      ) : null}
      <Button
        look={canRetry ? size : first}
        onClick={() => connect.open(connection.baseUrl, connection.clientId, false)}
      >
        {texts.enterAgain}
      </Button>
      {size === 'l' ? <span className="grow" /> : null}
      <Button look={`${size} quiet`} aria-disabled={isBusy} onClick={onForget}>
        {texts.forget}
      </Button>
    </>
  );
}
