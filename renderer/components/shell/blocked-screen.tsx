import type { ConnectionState } from '../../../core/delivery/connection.ts';
import { FailureBanner } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';

interface BlockedScreenProps {
  readonly connection: Extract<ConnectionState, { kind: 'keychainBlocked' }>;
}

/** A connection is set up, but its secret cannot be had from the keychain. */
export function BlockedScreen({ connection }: BlockedScreenProps) {
  const { connect } = useModel();
  const words = useText().connect;
  const { work, failure } = useSlice(connect, (state) => state);
  const { title, body } = words.blocked[connection.fault];
  const canRetry = connection.fault !== 'secretAbsent';
  return (
    <div className="fr">
      <div className="drag" />
      <main className="mid">
        <section className="connect blocked" aria-labelledby="blocked-title">
          <header>
            <Icon name="lock" className="c-problem" />
            <h1 id="blocked-title">{title}</h1>
            <p className="lead">{body}</p>
          </header>
          <p className="fs12 t2">
            <bdi className="mono">{words.blockedFor(connection.clientId, connection.baseUrl)}</bdi>
          </p>
          <FailureBanner failure={failure} />
          <div className="hstack">
            {canRetry ? (
              <Button
                look="l primary"
                aria-disabled={work !== null}
                onClick={() => void connect.retry()}
              >
                {words.tryAgain}
              </Button>
            ) : null}
            <Button
              look={canRetry ? 'l' : 'l primary'}
              onClick={() => connect.open(connection.baseUrl, connection.clientId, false)}
            >
              {words.enterAgain}
            </Button>
            <span className="grow" />
            <Button
              look="l quiet"
              aria-disabled={work !== null}
              onClick={() => void connect.forget()}
            >
              {words.forget}
            </Button>
          </div>
        </section>
      </main>
    </div>
  );
}
