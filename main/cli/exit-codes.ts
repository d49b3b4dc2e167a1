import { complain, wasCutOff } from '../engine/launch/standard-streams.ts';

/** How `waybell watch` and `waybell hub` end. The last three are what a shell reports for a program that a signal ended. */
export const exitCodes = {
  asAsked: 0,
  notPrinted: 1,
  usage: 2,
  credentialsRefused: 3,
  unreachable: 4,
  ordersUnread: 5,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each code means, as the help says it; docs/cli.md says more. */
export const exitCodeTexts: Readonly<Record<ExitCode, string>> = {
  0: 'as asked, or its output is no longer read',
  1: 'as asked, but not all could be printed',
  2: 'the command line cannot be followed',
  3: 'the service refused the credentials',
  4: "the service (--once) or a hub's log could not be reached",
  5: 'some orders are not found, not readable or removed (--once, --until-done)',
  129: 'ended by SIGHUP: the terminal was closed',
  130: 'ended by SIGINT',
  143: 'ended by SIGTERM',
};

/** Thrown by a part that begins, where the run ends before it has begun; the terminal was told why. */
export class EarlyEnd extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`ended early with ${code}`);
    this.code = code;
  }
}

/** @returns the exit code of a command that has printed; 2, and a sentence, where the disk took not all of it */
export function codeOfPrinted(code: number): number {
  if (!wasCutOff()) return code;
  complain('Not all could be printed: what standard output leads to is full or takes nothing.');
  return exitCodes.usage;
}
