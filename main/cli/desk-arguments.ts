import { parseArgs } from 'node:util';
import type { Result } from '../../core/text/result.ts';
import type { TransferKind } from '../../core/transfer/transfer.ts';
import { shownArgument } from '../launch/shown-argument.ts';

/** A command about the desk as it is kept, beside watching. `profileDir` null: the app's usual one. */
export type DeskCommand =
  | {
      readonly kind: 'export';
      readonly profileDir: string | null;
      readonly what: TransferKind | 'summary';
      readonly withPersonalData: boolean;
      /** As typed; null and `-` are standard output. */
      readonly file: string | null;
    }
  | {
      readonly kind: 'import';
      readonly profileDir: string | null;
      /** As typed; `-` is standard input. */
      readonly file: string;
    }
  | { readonly kind: 'doctor'; readonly profileDir: string | null; readonly isJson: boolean }
  | { readonly kind: 'help'; readonly about: DeskCommandName };

/** Their names on the command line. */
export type DeskCommandName = 'export' | 'import' | 'doctor';

const profile = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const optionsOf = {
  export: { profile, settings: flag, summary: flag, personal: flag, help: flag },
  import: { profile, help: flag },
  doctor: { profile, json: flag, help: flag },
} as const;

/**
 * Reads the command line behind the program's name.
 *
 * @returns null when it is about none of these commands
 */
export function parseDeskArguments(
  args: readonly string[],
): Result<DeskCommand, { readonly message: string }> | null {
  const [name, ...rest] = args;
  if (!isDeskCommand(name)) return null;
  const { tokens } = parseArgs({
    args: rest,
    options: optionsOf[name],
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const known: Readonly<Record<string, { readonly type: string }>> = optionsOf[name];
  const values = new Map<string, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) return refuse(`"${shownArgument(token.rawName)}" is not an option.`);
    const value = token.value ?? '';
    if (option.type === 'boolean' && token.value !== undefined)
      return refuse(`--${token.name} takes no value.`);
    if (option.type === 'string' && (value === '' || value.startsWith('--')))
      return refuse(`--${token.name} needs a value.`);
    values.set(token.name, value);
  }
  if (values.has('help')) return { ok: true, value: { kind: 'help', about: name } };
  return command(name, values, words);
}

function command(
  name: DeskCommandName,
  values: ReadonlyMap<string, string>,
  words: readonly string[],
): Result<DeskCommand, { readonly message: string }> {
  const profileDir = values.get('profile') ?? null;
  const [file, ...others] = words;
  if (others.length > 0) return refuse('Name one file.');
  switch (name) {
    case 'export': {
      if (values.has('settings') && values.has('summary'))
        return refuse('--settings and --summary exclude each other.');
      const what = values.has('settings') ? 'settings' : 'handOver';
      const withPersonalData = values.has('personal');
      if (withPersonalData && (what === 'settings' || values.has('summary')))
        return refuse('--personal goes with a hand-over only.');
      return {
        ok: true,
        value: {
          kind: 'export',
          profileDir,
          what: values.has('summary') ? 'summary' : what,
          withPersonalData,
          file: file === '-' ? null : (file ?? null),
        },
      };
    }
    case 'import':
      if (file === undefined) return refuse('Name the file to import, or - for input.');
      return { ok: true, value: { kind: 'import', profileDir, file } };
    case 'doctor':
      if (file !== undefined) return refuse(`"${shownArgument(file)}" is not an option.`);
      return { ok: true, value: { kind: 'doctor', profileDir, isJson: values.has('json') } };
  }
}

function isDeskCommand(name: string | undefined): name is DeskCommandName {
  return name !== undefined && Object.hasOwn(optionsOf, name);
}

function refuse(message: string): { readonly ok: false; readonly failure: { message: string } } {
  return { ok: false, failure: { message } };
}
