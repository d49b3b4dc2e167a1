import { toldKinds } from '../../../../core/notification/notification.ts';
import type { ToldKind } from '../../../../core/notification/notification.ts';
import { useModel, useSettings, useText } from '../../../model-context.tsx';
import { Icon } from '../../controls/icon.tsx';
import type { IconName } from '../../../icon-sprite.tsx';
import { Card } from '../../controls/settings-controls.tsx';
import { Switch } from '../../controls/switch.tsx';

const looks: Readonly<Record<ToldKind, { readonly icon: IconName; readonly tone: string }>> = {
  matched: { icon: 'you', tone: 'c-active' },
  released: { icon: 'undo', tone: 'c-attention' },
  courierMoved: { icon: 'pin', tone: 'c-active' },
  completed: { icon: 'st-done', tone: 'c-done' },
  amended: { icon: 'money', tone: 't3' },
  cancelled: { icon: 'st-problem', tone: 'c-problem' },
  created: { icon: 'plus', tone: 't3' },
  statusChanged: { icon: 'st-unknown', tone: 'c-unknown' },
  waiting: { icon: 'st-attention', tone: 'c-attention' },
  connection: { icon: 'offline', tone: 't3' },
};

/** Which kinds are told, and which of them with a sound. */
export function NotificationKinds() {
  const { settings: store } = useModel();
  const words = useText().settings.notifications;
  const { toldKinds: chosen } = useSettings();
  const change = (kind: ToldKind, to: Partial<(typeof chosen)[ToldKind]>) =>
    void store.change({ toldKinds: { ...chosen, [kind]: { ...chosen[kind], ...to } } });
  return (
    <Card>
      <table className="ev">
        <thead>
          <tr>
            <th scope="col">{words.event}</th>
            <th scope="col" className="c">
              {words.notify}
            </th>
            <th scope="col" className="c">
              {words.sound}
            </th>
          </tr>
        </thead>
        <tbody>
          {toldKinds.map((kind) => (
            <tr key={kind}>
              <td>
                <Icon name={looks[kind].icon} className={looks[kind].tone} />
                {words.kinds[kind]}
              </td>
              <td className="c">
                <Switch
                  name={words.notifyOf(words.kinds[kind])}
                  isOn={chosen[kind].isTold}
                  onChange={(isTold) => change(kind, { isTold })}
                />
              </td>
              <td className="c">
                <Switch
                  name={words.soundOf(words.kinds[kind])}
                  isOn={chosen[kind].hasSound}
                  isDisabled={!chosen[kind].isTold}
                  onChange={(hasSound) => change(kind, { hasSound })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
