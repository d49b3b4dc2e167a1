import type { BlockedConnection, ConnectionStepName } from '../../../core/delivery/connection.ts';
import { count } from './numbers.ts';

type StepTexts = Readonly<Record<'waiting' | 'running' | 'passed' | 'failed', string>>;

const steps: Record<ConnectionStepName, StepTexts> = {
  reach: {
    waiting: 'Reach the service',
    running: 'Reaching the service',
    passed: 'Service reached',
    failed: 'Service not reached',
  },
  certificate: {
    waiting: 'Trust its certificate',
    running: 'Checking its certificate',
    passed: 'Certificate trusted',
    failed: 'Certificate not trusted',
  },
  token: {
    waiting: 'Receive an access token',
    running: 'Receiving an access token',
    passed: 'Access token received',
    failed: 'No access token',
  },
};

type BlockedFault = BlockedConnection['fault'];

const blocked: Record<BlockedFault, { readonly title: string; readonly body: string }> = {
  locked: {
    title: 'The keychain is locked',
    body: 'Your client secret is inside it. Unlock the keychain in your system; checking goes on by itself after that.',
  },
  missing: {
    title: 'This computer offers no keychain',
    body: 'Waybell keeps the client secret only in the system keychain and never in a file. Start or install a keychain such as GNOME Keyring or KWallet, then try again; or enter the secret again for this session only.',
  },
  denied: {
    title: 'The keychain did not let Waybell in',
    body: 'Allow Waybell to use its entry when the system asks, then try again.',
  },
  timeout: {
    title: 'The keychain did not answer',
    body: 'A question from the system may be open behind another window. Answer it; checking goes on by itself after that.',
  },
  failed: {
    title: 'The keychain could not be read',
    body: 'Checking goes on by itself once the client secret can be read. Try again, or enter the client ID and secret again.',
  },
  secretAbsent: {
    title: 'The client secret is not in the keychain',
    body: 'It may have been removed outside Waybell. Enter the client ID and secret again to go on.',
  },
};
/** The texts of the connect screen, in English. */
export const connectTexts = {
  connect: {
    title: 'Connect to your delivery service',
    changeTitle: 'Change the connection',
    lead: 'Waybell checks your orders and rings when a status or a courier’s position changes.',
    baseUrl: 'Base URL',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    show: 'Show',
    hide: 'Hide',
    showSecret: 'Show client secret',
    hideSecret: 'Hide client secret',
    secretHelp: 'Stored in this computer’s keychain. Sent only to the base URL above.',
    secretHelpSession: 'Kept in memory until Waybell quits. Sent only to the base URL above.',
    sessionOnly: 'For this session only',
    sessionOnlyHelp: 'The secret stays out of the keychain; the next start asks for it again.',
    keepSecret: 'Empty keeps the secret that is in the keychain.',
    hints: {
      baseUrl: 'The address of the service, such as https://api.example.com',
      clientId: 'From the developer portal of the service',
    },
    missing: {
      baseUrl: 'The address of the service is missing, such as https://api.example.com',
      clientId: 'The client ID from the developer portal is missing',
      clientSecret: 'The client secret from the developer portal is missing',
    },
    spaces: {
      start: 'There is a space at the start.',
      end: 'There is a space at the end.',
      both: 'There is a space at the start and at the end.',
    },
    removeSpaces: 'Remove space',
    test: 'Test connection',
    connect: 'Connect',
    cancel: 'Cancel',
    steps,
    stepState: {
      waiting: 'Not started',
      running: 'Working',
      passed: 'Passed',
      failed: 'Failed',
    },
    elapsedOf: (elapsed: string, timeout: string) => `${elapsed} of ${timeout}`,
    renewed: (detail: string) => `${detail}. Waybell renews it by itself.`,
    demoTitle: 'No credentials at hand?',
    demoBody:
      'The built-in demo service runs on this computer only. It makes up 12 orders around Hong Kong and moves their couriers, so you can see every notification.',
    tryDemo: 'Try the built-in demo service',
    startingDemo: 'Starting the demo service',
    facts: {
      credentials: {
        title: 'Where credentials live',
        body: 'In the system keychain. Never in a file, a log or this window.',
      },
      pace: {
        title: 'How often it asks',
        body: (seconds: number, cap: number) =>
          `Every ${count.format(seconds)}\u00A0s for an order on the way, at most ${count.format(cap)}\u00A0requests/min. You can change both.`,
      },
      privacy: {
        title: 'What stays here',
        body: 'Orders, courier names and phone numbers stay on this computer.',
      },
    },
    blocked,
    blockedFor: (clientId: string, baseUrl: string) => `${clientId} at ${baseUrl}`,
    tryAgain: 'Try again',
    enterAgain: 'Enter client ID and secret again',
    forget: 'Forget this connection',
  },
};
