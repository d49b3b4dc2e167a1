import { contractNoteSentence } from '../../../core/wire/contract-note-text.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { AmountSettings } from './amounts.tsx';
import { ConnectionOptionsForm } from './connection-options-form.tsx';
import { ConnectionSteps } from './connection-steps.tsx';
import { FailureBanner } from '../controls/failure.tsx';
import { JoinTeam } from '../team/join-team.tsx';
import { TeamSettings } from '../team/team-settings.tsx';
import { Question } from '../controls/question.tsx';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';
import { Ago } from '../controls/times.tsx';
import { Button } from '../controls/button.tsx';

function ForgetQuestion({ baseUrl }: { readonly baseUrl: string }) {
  const { connect, settings } = useModel();
  const texts = useText().settings.connection;
  const isAsked = useSlice(settings, (state) => state.isForgetAsked);
  if (!isAsked) return null;
  const forget = async () => {
    settings.askToForget(false);
    await connect.forget();
    if (connect.getState().failure === null) settings.close();
  };
  return (
    <Question
      title={texts.forgetTitle}
      cancel={texts.cancel}
      act={texts.forget}
      isFinal
      onAct={() => void forget()}
      onCancel={() => settings.askToForget(false)}
    >
      {texts.forgetBody(baseUrl)}
    </Question>
  );
}

/** The contract notes of the service, which can be copied for its makers. */
function ContractNotes() {
  const { actions, settings } = useModel();
  const { language, settings: dictionary } = useText();
  const texts = dictionary.connection;
  const notes = useSlice(settings, (state) => state.notes);
  if (notes === null || notes.length === 0) return null;
  const copy = async () => {
    const text = await settings.notesAsText();
    if (text !== null) await actions.copy(text, texts.notesCopied);
  };
  return (
    <Card title={texts.notes}>
      <SettingsRow title={texts.notesHelp}>
        <Button look="s" onClick={() => void copy()}>
          {texts.copyNotes}
        </Button>
      </SettingsRow>
      {notes.map(({ note, count, lastSeenAtMs }) => (
        <div key={note}>
          <p>{contractNoteSentence(note, language)}</p>
          <p className="help num">
            <Ago atMs={lastSeenAtMs} wrap={(age) => texts.noteCount(count, age)} />
          </p>
        </div>
      ))}
    </Card>
  );
}

interface OwnServiceProps {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly isSessionOnly: boolean;
}

function OwnService({ baseUrl, clientId, isSessionOnly }: OwnServiceProps) {
  const { connect, settings } = useModel();
  const texts = useText().settings.connection;
  const { work, test } = useSlice(connect, (state) => state);
  return (
    <>
      <Card>
        <SettingsRow title={texts.baseUrl}>
          <bdi className="mono cut">{baseUrl}</bdi>
          <Button look="s" onClick={() => connect.open(baseUrl, clientId, true)}>
            {texts.change}
          </Button>
        </SettingsRow>
        <SettingsRow title={texts.clientId}>
          <bdi className="mono cut">{clientId}</bdi>
        </SettingsRow>
        <SettingsRow
          title={texts.secret}
          help={isSessionOnly ? texts.secretHelpSession : texts.secretHelp}
        >
          <Button look="s" onClick={() => connect.open(baseUrl, clientId, false)}>
            {texts.replace}
          </Button>
        </SettingsRow>
        <SettingsRow title={texts.test} help={texts.testHelp}>
          <Button
            aria-disabled={work !== null}
            onClick={() => void connect.testStored(baseUrl, clientId)}
          >
            {work === 'test' ? texts.testing : texts.testNow}
          </Button>
        </SettingsRow>
        {test === null ? null : <ConnectionSteps test={test} />}
      </Card>
      {/* Another service or client has options of its own. */}
      <ConnectionOptionsForm
        key={JSON.stringify([baseUrl, clientId])}
        baseUrl={baseUrl}
        clientId={clientId}
      />
      <AmountSettings />
      <ContractNotes />
      <Card title={texts.remove}>
        <SettingsRow title={texts.forget} help={texts.forgetHelp}>
          <Button look="danger" onClick={() => settings.askToForget(true)}>
            {texts.forgetButton}
          </Button>
        </SettingsRow>
      </Card>
      <ForgetQuestion baseUrl={baseUrl} />
    </>
  );
}

function DemoService({ baseUrl }: { readonly baseUrl: string }) {
  const { connect, settings } = useModel();
  const texts = useText().settings.connection;
  const leave = async () => {
    await connect.forget();
    if (connect.getState().failure === null) settings.close();
  };
  return (
    <Card>
      <SettingsRow title={texts.baseUrl}>
        <span className="mono cut">{baseUrl}</span>
      </SettingsRow>
      <SettingsRow title={texts.useOwn} help={texts.useOwnHelp}>
        <Button onClick={() => connect.open('', '', false)}>{texts.connect}</Button>
      </SettingsRow>
      <SettingsRow title={texts.leaveDemo} help={texts.leaveDemoHelp}>
        <Button onClick={() => void leave()}>{texts.leave}</Button>
      </SettingsRow>
    </Card>
  );
}

/** Which service is watched, whether it works, and how to leave it. */
export function ConnectionSettings() {
  const { board, connect, options } = useModel();
  const texts = useText().settings.connection;
  const connection = useSlice(board, (state) => state.app?.connection ?? null);
  const team = useSlice(board, (state) => state.app?.team ?? null);
  const failure = useSlice(connect, (state) => state.failure);
  const hasOptions = useSlice(options, (state) => state.draft !== null);
  if (team !== null) return <TeamSettings team={team} />;
  if (connection === null || connection.kind === 'none') return null;
  const isDemo = connection.kind === 'connected' && connection.isDemo;
  // A refused certificate file is shown at its field, if the options are drawn.
  const isSaidBelow = failure?.code === 'ca-file-refused' && hasOptions && !isDemo;
  return (
    <>
      <p>{isDemo ? texts.demoLead : texts.lead}</p>
      <FailureBanner failure={isSaidBelow ? null : failure} />
      {isDemo ? (
        <>
          <DemoService baseUrl={connection.baseUrl} />
          <AmountSettings />
          <ContractNotes />
        </>
      ) : (
        <OwnService
          baseUrl={connection.baseUrl}
          clientId={connection.clientId}
          isSessionOnly={connection.kind === 'connected' && connection.isSessionOnly === true}
        />
      )}
      <Card>
        <JoinTeam />
      </Card>
    </>
  );
}
