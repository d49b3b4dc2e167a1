import { Popover } from '@base-ui/react/popover';
import type { AppState } from '../../../core/board/board.ts';
import { useModel, useText } from '../../model-context.tsx';
import type { TeamState } from '../../../core/board/team.ts';
import { Ago } from '../controls/times.tsx';
import { Button } from '../controls/button.tsx';

/** The hub of the team, and how it asks the service. */
function TeamDetails({ app, team }: { readonly app: AppState; readonly team: TeamState }) {
  const model = useModel();
  const text = useText();
  return (
    <>
      <Popover.Title className="strong">{text.team.title}</Popover.Title>
      <dl className="kvs">
        <dt>{text.teamSettings.hub}</dt>
        <dd>
          <span className="mono cut">{team.hubUrl}</span>
        </dd>
        <dt>{text.teamSettings.desk}</dt>
        <dd>
          <bdi className="cut">{team.me.name}</bdi>
        </dd>
        <Contact app={app} />
      </dl>
      <Button look="s" onClick={() => model.settings.open('connection')}>
        {text.teamSettings.leave}
      </Button>
    </>
  );
}

/** When an answer came last, how often is asked, and the version. */
function Contact({ app: { pace, version } }: { readonly app: AppState }) {
  const { healthPanel: texts } = useText();
  return (
    <>
      <dt>{texts.lastAnswer}</dt>
      <dd className="num">
        {pace.lastAnswerAtMs === null ? texts.noContact : <Ago atMs={pace.lastAnswerAtMs} />}
      </dd>
      <dt>{texts.pace}</dt>
      <dd className="num">{texts.rate(pace.requestsLastMinute, pace.requestsPerMinute)}</dd>
      <dt>{texts.version}</dt>
      <dd className="num">Waybell {version}</dd>
    </>
  );
}

/** The service of the connection, and a button that changes it. */
export function ConnectionDetails({ app }: { readonly app: AppState }) {
  const model = useModel();
  const text = useText();
  const texts = text.healthPanel;
  const { connection, team } = app;
  if (team !== null) return <TeamDetails app={app} team={team} />;
  if (connection.kind === 'none') return null;
  const isDemo = connection.kind === 'connected' && connection.isDemo;
  return (
    <>
      <Popover.Title className="strong">{isDemo ? texts.demoService : texts.details}</Popover.Title>
      <dl className="kvs">
        <dt>{texts.service}</dt>
        <dd>
          <span className="mono cut">{connection.baseUrl}</span>
        </dd>
        <dt>{texts.clientId}</dt>
        <dd>
          <span className="mono cut">{connection.clientId}</span>
        </dd>
        <Contact app={app} />
      </dl>
      <div className="hstack">
        <Button
          look="s"
          onClick={() => {
            if (isDemo) model.connect.open('', '', false);
            else model.connect.open(connection.baseUrl, connection.clientId, true);
          }}
        >
          {isDemo ? texts.useOwn : texts.change}
        </Button>
        {isDemo ? (
          <Button look="s quiet" onClick={() => void model.connect.forget()}>
            {texts.leaveDemo}
          </Button>
        ) : null}
      </div>
    </>
  );
}
