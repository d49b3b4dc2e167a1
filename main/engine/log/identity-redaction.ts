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
  const pieces: readonly (readonly [string, string])[] = [
    [home, '~'],
    [userName, '(user)'],
    [hostName, '(computer)'],
    // A name such as "front-desk.local" is also written without its domain.
    [hostName.split('.', 1)[0] ?? '', '(computer)'],
  ];
  const wholes = pieces.flatMap(([piece, replacement]) => {
    // One Latin letter would be found in every sentence, and "/" in every path.
    if (piece === 'localhost' || /^[\x20-\x7E]?$/.test(piece)) return [];
    // Files of macOS spell an accent apart, and addresses escape what is not ASCII.
    const spellings = [piece, piece.normalize('NFC'), piece.normalize('NFD')];
    const all = new Set([
      ...spellings,
      ...spellings.map((spelling) => encodeURI(spelling.toWellFormed())),
    ]);
    return [...all].map((spelling) => [wholeWord(spelling), replacement] as const);
  });
  return (text) =>
    wholes.reduce((rest, [whole, replacement]) => rest.replaceAll(whole, replacement), text);
}

/** Finds this text where no Latin letter and no digit touches it, in any case. */
function wholeWord(text: string): RegExp {
  const escaped = text.replaceAll(/[^A-Za-z0-9]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'gi');
}
