import os from 'node:os';

/** What the system tells every program about its user and its computer. */
export interface MachineIdentity {
  readonly home: string;
  readonly userName: string;
  readonly hostName: string;
}

/**
 * The names of the user and the computer. What the system cannot say is empty: an account without an
 * entry in the list of users, as in many containers, has no name.
 */
export function machineIdentity(
  system: Pick<typeof os, 'homedir' | 'hostname' | 'userInfo'> = os,
): MachineIdentity {
  return {
    home: orNothing(() => system.homedir()),
    userName: orNothing(() => system.userInfo().username),
    hostName: orNothing(() => system.hostname()),
  };
}

function orNothing(ask: () => string): string {
  try {
    return ask();
  } catch {
    return '';
  }
}

/** Replaces what identifies the computer's owner: the home folder, the user's name, the computer's name. */
export function identityRedaction(identity: MachineIdentity): (text: string) => string {
  const { home, hostName, userName } = identity;
  const words = [
    [userName, '(user)'],
    [hostName, '(computer)'],
  ] as const;
  return (text) => {
    let redacted = home.length > 1 ? text.replaceAll(home, '~') : text;
    for (const [word, replacement] of words) {
      if (word.length < 2 || word === 'localhost') continue;
      const whole = new RegExp(
        `(?<![A-Za-z0-9])${word.replaceAll(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9])`,
        'gi',
      );
      redacted = redacted.replaceAll(whole, replacement);
    }
    return redacted;
  };
}
