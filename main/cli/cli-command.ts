import {
  Command,
  CommanderError,
  type ErrorOptions,
  InvalidArgumentError,
  Option,
} from 'commander';
import type { Result } from '../../core/text/result.ts';
import {
  isForSecret,
  type ownVariables,
  readWhole,
  refuse,
  secretRefusal,
  shownArgument,
  type UsageRefusal,
} from '../engine/launch/arguments.ts';
import { exitCodes, exitCodeTexts } from './exit-codes.ts';

/** The environment as a command reads it. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Reads what was written behind a flag; undefined: the flag was not given. */
type Read<Value> = (text: string | undefined, flag: string) => Result<Value, UsageRefusal>;

/** An option of a command, and how what was written behind it is read. */
export class CliOption<Value> extends Option {
  readonly read: Read<Value>;

  /** @param isRepeatable the values of all come as lines; otherwise the last one counts */
  constructor(flags: string, help: string, read: Read<Value>, isRepeatable = false) {
    super(flags, help);
    this.read = read;
    if (!this.required) return;
    this.argParser((typed: string, earlier: string | undefined) => {
      // An option in the place of a value: the value was forgotten.
      if (typed === '' || typed.startsWith('--')) throw new InvalidArgumentError('');
      return isRepeatable && earlier !== undefined ? `${earlier}\n${typed}` : typed;
    });
  }
}

/** An option that is there or not. */
export function flag(flags: string, help: string): CliOption<boolean> {
  return new CliOption(flags, help, (typed) => ({ ok: true, value: typed !== undefined }));
}

/** An option whose value is taken as typed. */
export function text(flags: string, help: string): CliOption<string | null> {
  return new CliOption(flags, help, (typed) => ({ ok: true, value: typed ?? null }));
}

/** An option whose value is a whole number. */
export function whole(
  flags: string,
  help: string,
  limits: { readonly least: number; readonly most: number },
): CliOption<number | undefined> {
  const range = `${limits.least} to ${limits.most}`;
  return new CliOption(flags, `${help}, ${range}`, (typed, name) => readWhole(typed, name, limits));
}

type Options = Readonly<Record<string, CliOption<unknown>>>;

/** What was read from options, by the same names. */
export type ValuesOf<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name] extends CliOption<infer Value> ? Value : never;
};

/** A command of `waybell`. It refuses in our words, which repeat no value that may be a secret. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Adds options. @param act gets what was read from them, and the words of the command line */
  takes<Given extends Options>(
    options: Given,
    act: (values: ValuesOf<Given>, words: readonly string[]) => void,
  ): this {
    for (const option of Object.values(options)) this.addOption(option);
    return this.action(() => {
      const values = Object.entries(options).map(([name, option]) => {
        const given: string | true | undefined = this.getOptionValue(option.attributeName());
        const typed = given === true ? '' : given;
        return [name, this.taken(option.read(typed, option.long ?? ''))] as const;
      });
      act(Object.fromEntries(values) as ValuesOf<Given>, this.args);
    });
  }

  /** The value of a result; a refusal ends the reading of the command line. */
  taken<Value>(result: Result<Value, UsageRefusal>): Value {
    return result.ok ? result.value : this.error(result.failure.message);
  }

  override error(message: string, { code }: ErrorOptions = {}): never {
    let path = this.name();
    for (let above = this.parent; above !== null; above = above.parent) {
      path = `${above.name()} ${path}`;
    }
    const said = `${this.#refusal(message, code ?? '')} "${path} --help" says more.`;
    throw new CommanderError(exitCodes.usage, code ?? 'commander.error', said);
  }

  /** Of a program that was given no command. */
  override help(): never {
    return this.error('Say what to do: waybell watch.');
  }

  #refusal(message: string, code: string): string {
    // Of commander's messages no more is taken than names of options.
    const [one = '', other = ''] = message.match(/--[a-z][a-z-]*/g) ?? [];
    switch (code) {
      case 'commander.invalidArgument':
      case 'commander.optionMissingArgument':
        return `${one} needs a value.`;
      case 'commander.conflictingOption':
        return `${one} and ${other} exclude each other.`;
      case 'commander.unknownOption': {
        const [, name = ''] = /'(--[^=']+|-.)/u.exec(message) ?? [];
        const isKnown = this.createHelp()
          .visibleOptions(this)
          .some(({ long }) => long === name);
        return isKnown ? `${name} takes no value.` : `"${shownArgument(name)}" is not an option.`;
      }
      case 'commander.missingArgument':
        return `${this.registeredArguments[this.args.length]?.name()} is missing.`;
      case 'commander.excessArguments':
        return `"${shownArgument(this.args[this.registeredArguments.length] ?? '')}" is not understood.`;
      case 'commander.unknownCommand':
        return `"${shownArgument(this.args[0] ?? '')}" is not a command.`;
      default:
        return message;
    }
  }
}

/** A help or the version, which the command line asks to print. */
export interface Printed {
  readonly kind: 'print';
  readonly text: string;
}

/**
 * Reads a command line behind the program's name. Nothing is printed, and the program goes on.
 *
 * @param define adds the commands; each hands over what it was asked for
 */
export function readCommandLine<Asked>(
  args: readonly string[],
  version: string,
  define: (program: CliCommand, ask: (asked: Asked) => void) => void,
): Result<Asked | Printed, UsageRefusal> {
  const asked: Asked[] = [];
  let help = '';
  const program = new CliCommand('waybell')
    .description(
      'Watches delivery orders without a window and prints what changes. A hub watches them for several desks at once.',
    )
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText(
      'after',
      '\nSecrets come in variables of the environment, never as arguments; which ones,\n"waybell COMMAND --help" says.',
    )
    .helpCommand(false)
    .configureHelp({
      subcommandDescription(command) {
        const [sentence = ''] = command.description().split(/[.:]\s|\.$/, 1);
        return `${sentence}.`;
      },
    })
    // Behind the name of a command all options are that command's.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (part) => void (help += part),
      writeErr: () => undefined,
      // The same in each terminal, and in a file.
      getOutHelpWidth: () => 80,
      getOutHasColors: () => false,
    });
  define(program, (what) => asked.push(what));
  try {
    // First of all, so that no other refusal repeats what stands beside it.
    if (args.some(isForSecret)) program.error(secretRefusal);
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== exitCodes.asAsked) return refuse(error.message);
  }
  return { ok: true, value: asked[0] ?? { kind: 'print', text: help } };
}

/** What each variable holds, and what is taken without it. */
const variableTexts: Readonly<Record<(typeof ownVariables)[number], string>> = {
  WAYBELL_CLIENT_SECRET: "the client secret; default: the keychain's",
  WAYBELL_WEBHOOK_PATH: "the path of webhooks; default: the profile's",
  WAYBELL_WEBHOOK_SECRET: "what they are signed with; default: the profile's",
  WAYBELL_ETCD_LOGIN: 'the login at etcd, user:password',
  WAYBELL_JOIN_CODE: 'the code of an invitation; default: standard input',
  WAYBELL_DESK_TOKEN: 'the token by which a hub knows this desk (--hub)',
  WAYBELL_HEARTBEAT_URL: 'where a monitor hears of the checks; default: nowhere',
};

/** Variables of the system that are followed too. */
const systemVariableTexts = {
  'HTTPS_PROXY, ALL_PROXY': 'the proxy',
  NO_PROXY: 'the addresses that are asked without it',
  NODE_EXTRA_CA_CERTS: 'a file of authorities to trust as well',
  'SSL_CERT_FILE, SSL_CERT_DIR': "the system's authorities (Linux)",
  'NO_COLOR, TERM': 'how the terminal is drawn on',
};

/** The secrets that every run without a window takes. */
export const runSecrets = [
  'WAYBELL_CLIENT_SECRET',
  'WAYBELL_WEBHOOK_PATH',
  'WAYBELL_WEBHOOK_SECRET',
  'WAYBELL_HEARTBEAT_URL',
] as const;

/** What a help says of the secrets that a command takes. */
export function secretsHelp(...names: readonly (keyof typeof variableTexts)[]): string {
  const rows = names.map((name) => [name, variableTexts[name]] as const);
  return table('Secrets, each in a variable that is taken out of the environment at once:', rows);
}

export const systemVariablesHelp = table(
  'Variables of the system:',
  Object.entries(systemVariableTexts),
);

export const exitCodesHelp = table('Exit codes:', Object.entries(exitCodeTexts));

/** Two columns below a heading. */
function table(heading: string, rows: readonly (readonly [name: string, help: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return `\n${heading}\n${rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`).join('\n')}`;
}
