import { useEffect } from 'react';
import { tryConnection } from './connecting.ts';
import { ConnectForm } from './connect-form.tsx';
import { JoinTeam } from '../team/join-team.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import { isModHeld, listenForKeyDown } from '../../window-keys.ts';
import { Button } from '../controls/button.tsx';

function DemoCard() {
  const { connect } = useModel();
  const texts = useText().connect;
  const work = useSlice(connect, (state) => state.work);
  return (
    <div className="demo">
      <h2 className="hstack strong">
        <Icon name="demo" />
        {texts.demoTitle}
      </h2>
      <p className="fs12 t2">{texts.demoBody}</p>
      <Button aria-disabled={work !== null} onClick={() => void connect.tryDemo()}>
        {work === 'demo' ? texts.startingDemo : texts.tryDemo} <Keys keys={['Mod', 'D']} />
      </Button>
    </div>
  );
}

function Facts() {
  const { facts } = useText().connect;
  const settings = useSettings();
  const pace = facts.pace.body(settings.activeEverySeconds, settings.requestsPerMinute);
  const lines = [
    { icon: 'key', title: facts.credentials.title, body: facts.credentials.body },
    { icon: 'poll', title: facts.pace.title, body: pace },
    { icon: 'shield', title: facts.privacy.title, body: facts.privacy.body },
  ] as const;
  return (
    <ul className="facts">
      {lines.map(({ icon, title, body }) => (
        <li key={icon} className="fs12 t2">
          <Icon name={icon} className="t3" />
          <span>
            <b>{title}</b>
            {body}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where a dispatcher says which service to watch, or tries the demo first. */
export function ConnectScreen() {
  const { connect, options, board } = useModel();
  const isEditing = useSlice(connect, (state) => state.isEditing);

  useEffect(
    () =>
      listenForKeyDown((event) => {
        const { isEditing: isChanging } = connect.getState();
        const isShortcut = isModHeld(event, board.getState().app?.platform);
        if (!isShortcut || event.altKey || event.shiftKey) {
          if (event.key === 'Escape' && !event.isComposing && isChanging) connect.cancel();
          return;
        }
        const key = event.key.toLowerCase();
        if (key === 't') tryConnection('test', { connect, options }, document);
        else if (key === 'd' && !isChanging) void connect.tryDemo();
        else return;
        event.preventDefault();
      }),
    [connect, options, board],
  );

  return (
    <div className="fr">
      <div className="drag" />
      <main className="mid">
        <div className="wrap">
          <ConnectForm />
          <aside className="aside">
            {isEditing ? null : <DemoCard />}
            {isEditing ? null : <JoinTeam />}
            <Facts />
          </aside>
        </div>
      </main>
    </div>
  );
}
