import { useModel, useSlice, useText } from '../../model-context.tsx';
import type { TeamState } from '../../../core/board/team.ts';
import { Button } from '../controls/button.tsx';
import { FailureBanner } from '../controls/failure.tsx';
import { Question } from '../controls/question.tsx';
import { JoinTeam } from './join-team.tsx';
import { usePresenceText } from './presence-text.ts';
import { Card, SettingsRow } from '../controls/settings-controls.tsx';

/** Stands where a desk alone would choose something: the hub decides it for the team. */
export function HubDecides({ team }: { readonly team: TeamState }) {
  const { teamSettings: texts } = useText();
  return (
    <Card>
      <SettingsRow title={texts.hub} help={texts.hubDecides}>
        <bdi className="mono cut">{team.hubUrl}</bdi>
      </SettingsRow>
    </Card>
  );
}

/** The team whose desk this is, and the way out of it. */
export function TeamSettings({ team: state }: { readonly team: TeamState }) {
  const { team } = useModel();
  const { team: here, teamSettings: texts } = useText();
  const saidOf = usePresenceText();
  const { failure, isBusy, isLeaveAsked } = useSlice(team, (each) => each);
  return (
    <>
      {state.isRevoked ? <p className="c-problem">{here.revoked}</p> : null}
      {state.isLogGone ? <p className="c-problem">{here.logGone}</p> : null}
      {state.isLogGone ? <JoinTeam /> : null}
      <HubDecides team={state} />
      <Card>
        <SettingsRow title={texts.desk}>
          <bdi className="cut">{state.me.name}</bdi>
          <span className="t2">{texts.roles[state.me.role]}</span>
        </SettingsRow>
        {state.queuedEdits === 0 ? null : <SettingsRow title={here.waiting(state.queuedEdits)} />}
      </Card>
      <Card title={texts.desks}>
        {state.desks.map(({ id, isHere, name, presence, role }) => (
          <SettingsRow key={id} title={id === state.me.id ? here.you(name) : name}>
            <span className="t2">{texts.roles[role]}</span>
            <span className={isHere && presence.state === 'here' ? 'c-done' : 't3'}>
              {saidOf({ isHere, presence })}
            </span>
          </SettingsRow>
        ))}
      </Card>
      <FailureBanner failure={failure} />
      <Card title={texts.leave}>
        <SettingsRow title={texts.leave} help={texts.leaveHelp}>
          <Button look="danger" aria-disabled={isBusy} onClick={() => team.askToLeave(true)}>
            {texts.leaveButton}
          </Button>
        </SettingsRow>
      </Card>
      {isLeaveAsked ? (
        <Question
          title={texts.leaveTitle}
          cancel={texts.cancel}
          act={texts.leaveButton}
          isFinal
          onAct={() => void team.leave()}
          onCancel={() => team.askToLeave(false)}
        >
          {texts.leaveBody}
        </Question>
      ) : null}
    </>
  );
}
