import type { ComponentType } from 'react';
import { AppearanceSettings } from './appearance-settings.tsx';
import { CheckingSettings } from './checking-settings.tsx';
import { ComputerSettings } from './computer-settings.tsx';
import { ConnectionSettings } from '../connection/connection-settings.tsx';
import type { IconName } from '../../icon-sprite.tsx';
import { NotificationSettings } from './notifications/notification-settings.tsx';
import { DiagnosisSettings } from './diagnosis-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { TransferSettings } from './transfer-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import type { SettingsSection } from '../../stores/settings/settings-store.ts';

/** What a section of the settings is drawn with; its name is in the dictionary. */
export interface SettingsPage {
  readonly icon: IconName;
  readonly Page: ComponentType;
}

/** The page of every section. Their order is that of `settingsSections`. */
export const settingsPages: Readonly<Record<SettingsSection, SettingsPage>> = {
  connection: { icon: 'plug', Page: ConnectionSettings },
  checking: { icon: 'poll', Page: CheckingSettings },
  notifications: { icon: 'bell', Page: NotificationSettings },
  webhooks: { icon: 'hook', Page: WebhookSettings },
  appearance: { icon: 'appearance', Page: AppearanceSettings },
  privacy: { icon: 'shield', Page: PrivacySettings },
  computer: { icon: 'keyboard', Page: ComputerSettings },
  transfer: { icon: 'archive', Page: TransferSettings },
  diagnosis: { icon: 'diag', Page: DiagnosisSettings },
};
