import { type ComponentType, useEffect, useRef } from 'react';
import { BannerBar } from '../list/banner-bar.tsx';
import { FailureBanner } from '../controls/failure.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { Button } from '../controls/button.tsx';
import {
  handFocusToList,
  isBehindModal,
  listenForKeyDown,
  reverseByKey,
} from '../../window-keys.ts';
import { useHasTeam, useModel, useSlice, useText } from '../../model-context.tsx';
import { restorablePages } from '../../../core/settings/settings-pages.ts';
import {
  placeId,
  type SettingsSection,
  settingsSections,
} from '../../stores/settings/settings-store.ts';
import { AppearanceSettings } from './appearance-settings.tsx';
import { CheckingSettings } from './checking-settings.tsx';
import { ComputerSettings } from './computer-settings.tsx';
import { ConnectionSettings } from '../connection/connection-settings.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { NotificationSettings } from './notifications/notification-settings.tsx';
import { TimingSettings } from './notifications/timing-settings.tsx';
import { DaySettings } from './day-settings.tsx';
import { DiagnosisSettings } from './diagnosis-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { TransferSettings } from './transfer-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

/** What a section of the settings is drawn with; its name is in the dictionary. */
interface SettingsPage {
  readonly icon: IconName;
  readonly Page: ComponentType;
}

/** The page of every section. Their order is that of `settingsSections`. */
const settingsPages: Readonly<Record<SettingsSection, SettingsPage>> = {
  connection: { icon: 'plug', Page: ConnectionSettings },
  checking: { icon: 'poll', Page: CheckingSettings },
  notifications: { icon: 'bell', Page: NotificationSettings },
  timing: { icon: 'bell-ring', Page: TimingSettings },
  webhooks: { icon: 'hook', Page: WebhookSettings },
  appearance: { icon: 'appearance', Page: AppearanceSettings },
  privacy: { icon: 'shield', Page: PrivacySettings },
  computer: { icon: 'keyboard', Page: ComputerSettings },
  transfer: { icon: 'archive', Page: TransferSettings },
  day: { icon: 'clock', Page: DaySettings },
  diagnosis: { icon: 'diag', Page: DiagnosisSettings },
};

/** Restores the defaults of the open page, or of all pages; each is asked first. */
function RestoreRow({ section }: { readonly section: SettingsSection }) {
  const { restore } = useModel();
  const texts = useText().settings.restore;
  const page = restorablePages.find((each) => each === section);
  if (page === undefined) return null;
  return (
    <div className="hstack report-actions">
      <Button onClick={() => void restore.ask(page)}>{texts.page}</Button>
      <Button look="quiet" onClick={() => void restore.ask(null)}>
        {texts.all}
      </Button>
    </div>
  );
}

/** Whose the settings of a page are, at the desk of a team. */
function Whose({ section }: { readonly section: SettingsSection }) {
  const { teamSettings } = useText();
  return useHasTeam() ? <p className="t2 whose">{teamSettings.whose[section]}</p> : null;
}

/** The settings, which replace the board until they are closed. */
export function SettingsScreen({ section }: { readonly section: SettingsSection }) {
  const model = useModel();
  const { settings } = model;
  const texts = useText().settings;
  const { Page } = settingsPages[section];
  const failure = useSlice(settings, (state) => state.failure);
  const place = useSlice(settings, (state) => state.place);
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    start.current?.focus();
    const stop = listenForKeyDown((event) => {
      if (event.defaultPrevented || event.isComposing || isBehindModal()) return;
      if (event.key === 'Escape') settings.close();
      else if (!reverseByKey(event, model)) return;
      event.preventDefault();
    });
    return () => {
      stop();
      // The button that opened the settings is a new element. An open paste preview has the focus already.
      handFocusToList();
    };
  }, [model, settings]);
  useEffect(() => {
    if (place === null) return;
    const beginning = document.getElementById(placeId(place));
    beginning?.scrollIntoView({ block: 'start' });
    beginning?.focus({ preventScroll: true });
  }, [place]);
  return (
    <div className="set">
      <nav className="side" aria-label={texts.title}>
        <div className="lights drag" aria-hidden="true" />
        <div className="nav">
          <button type="button" onClick={settings.close}>
            <Icon name="chev-r" className="turned" />
            <span>{texts.back}</span>
            <span className="end">
              <Keys keys={['Esc']} />
            </span>
          </button>
        </div>
        <div className="nav">
          {settingsSections.map((each) => (
            <button
              key={each}
              ref={each === section ? start : undefined}
              type="button"
              aria-current={each === section ? 'page' : undefined}
              onClick={() => settings.open(each)}
            >
              <Icon name={settingsPages[each].icon} />
              <span>{texts.sections[each]}</span>
            </button>
          ))}
        </div>
      </nav>
      {/* Each section begins at its top. */}
      <main key={section} className="pane">
        <section className="column">
          <BannerBar />
          <h1>{texts.sections[section]}</h1>
          <Whose section={section} />
          <Page />
          <RestoreRow section={section} />
          <FailureBanner failure={failure} title={texts.notSaved} />
        </section>
      </main>
    </div>
  );
}
