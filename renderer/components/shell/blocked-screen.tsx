import type { BlockedConnection } from '../../../core/delivery/connection.ts';
import { FailureBanner } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { KeychainChoices } from '../connection/keychain-choices.tsx';

interface BlockedScreenProps {
  readonly connection: BlockedConnection;
}

/** A connection is set up, but its secret cannot be had from the keychain, and there are no orders to show. */
export function BlockedScreen({ connection }: BlockedScreenProps) {
  const { connect } = useModel();
  const texts = useText().connect;
  const failure = useSlice(connect, (state) => state.failure);
  const { title, body } = texts.blocked[connection.fault];
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
            <bdi className="mono">{texts.blockedFor(connection.clientId, connection.baseUrl)}</bdi>
          </p>
          <FailureBanner failure={failure} />
          <div className="hstack">
            <KeychainChoices
              connection={connection}
              size="l"
              onForget={() => void connect.forget()}
            />
          </div>
        </section>
      </main>
    </div>
  );
}
