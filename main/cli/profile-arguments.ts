import type { Result } from '../../core/text/result.ts';
import type { TransferKind } from '../../core/transfer/transfer.ts';
import { readArguments, refuse, shownArgument, type UsageRefusal } from '../launch/arguments.ts';

/** A command about what a profile holds. `profileDir` null is the app's usual profile. */
export type ProfileCommand =
  | {
      readonly kind: 'export';
      readonly profileDir: string | null;
      readonly what: TransferKind | 'summary';
      readonly withPersonalData: boolean;
      /** As typed; null is standard output. */
      readonly file: string | null;
    }
  | {
      readonly kind: 'import';
      readonly profileDir: string | null;
      /** As typed; `-` is standard input. */
      readonly file: string;
      /** Settings are taken also when there is something to warn of. */
      readonly acceptsRisks: boolean;
    }
  | { readonly kind: 'doctor'; readonly profileDir: string | null; readonly isJson: boolean }
  | { readonly kind: 'help'; readonly about: ProfileCommandName };

/** The names of these commands on the command line. */
export type ProfileCommandName = 'export' | 'import' | 'doctor';

const profile = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const optionsOf = {
  export: { profile, settings: flag, summary: flag, personal: flag, help: flag },
  import: { profile, 'accept-risks': flag, help: flag },
  doctor: { profile, json: flag, help: flag },
} as const;

/**
 * Reads the command line behind the program's name.
 *
 * @returns null when it is about none of these commands
 */
export function parseProfileArguments(
  args: readonly string[],
): Result<ProfileCommand, UsageRefusal> | null {
  const [name, ...rest] = args;
  if (!isProfileCommand(name)) return null;
  const given = readArguments<Record<string, { type: 'string' | 'boolean' }>>(
    rest,
    optionsOf[name],
  );
  if (!given.ok) return given;
  const { values, words } = given.value;
  if (values.has('help')) return { ok: true, value: { kind: 'help', about: name } };
  const profileDir = values.get('profile') ?? null;
  const [file, ...others] = words;
  if (others.length > 0) return refuse('Name one file.');
  switch (name) {
    case 'export': {
      const [isSettings, isSummary] = [values.has('settings'), values.has('summary')];
      const withPersonalData = values.has('personal');
      if (isSettings && isSummary) return refuse('--settings and --summary exclude each other.');
      if (withPersonalData && (isSettings || isSummary))
        return refuse('--personal goes with a hand-over only.');
      const what = isSummary ? 'summary' : isSettings ? 'settings' : 'orderList';
      const target = file === undefined || file === '-' ? null : file;
      const value = { kind: name, profileDir, what, withPersonalData, file: target } as const;
      return { ok: true, value };
    }
    case 'import':
      if (file === undefined) return refuse('Name the file to import, or - for input.');
      return {
        ok: true,
        value: { kind: name, profileDir, file, acceptsRisks: values.has('accept-risks') },
      };
    case 'doctor':
      if (file !== undefined) return refuse(`"${shownArgument(file)}" is not an option.`);
      return { ok: true, value: { kind: name, profileDir, isJson: values.has('json') } };
  }
}

function isProfileCommand(name: string | undefined): name is ProfileCommandName {
  return name !== undefined && Object.hasOwn(optionsOf, name);
}
