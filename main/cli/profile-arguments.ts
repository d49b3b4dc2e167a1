import { type OrderId, parseOrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import { minuteOfDay } from '../../core/text/time-of-day.ts';
import type { ExportKind } from '../../core/transfer/export-signs.ts';
import {
  readArguments,
  refuse,
  shownArgument,
  type UsageRefusal,
} from '../engine/launch/arguments.ts';

/** A command about what a profile or a file holds. `profileDir` null is the app's usual profile. */
export type ProfileCommand =
  | {
      readonly kind: 'export';
      readonly profileDir: string | null;
      readonly what: ExportKind;
      readonly withPersonalData: boolean;
      /** Which orders that are over go into a hand-over. */
      readonly finished: FinishedChoice;
      /** As typed; null is standard output. */
      readonly file: string | null;
      /** Replaces a file that is no earlier export of the same kind. */
      readonly isForced: boolean;
    }
  | {
      readonly kind: 'import';
      readonly profileDir: string | null;
      /** As typed; `-` is standard input. */
      readonly file: string;
      /** Settings are applied also when there is something to warn of. */
      readonly acceptsRisks: boolean;
      /** Only says what it would do. */
      readonly isDryRun: boolean;
    }
  | { readonly kind: 'doctor'; readonly profileDir: string | null; readonly isJson: boolean }
  | {
      readonly kind: 'join';
      readonly profileDir: string | null;
      /** Of the hub, as typed. */
      readonly address: string;
      /** Prints the token in place of keeping anything. */
      readonly printsToken: boolean;
    }
  | {
      readonly kind: 'why';
      readonly profileDir: string | null;
      readonly id: OrderId;
      /** As typed; null is all that happened lately. */
      readonly at: string | null;
      readonly isJson: boolean;
    }
  | { readonly kind: 'help'; readonly about: ProfileCommandName };

/** The arguments of one of them. */
export type ProfileCommandOf<Kind extends ProfileCommand['kind']> = Extract<
  ProfileCommand,
  { kind: Kind }
>;

/** Those of the last hours, those since the last time that it was so late, all, or none. */
export type FinishedChoice =
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'since'; readonly minuteOfDay: number }
  | { readonly kind: 'all' | 'none' };

/** A shift. */
const defaultHours = 8;
const mostHours = 10_000;

function finishedChoice(text: string): FinishedChoice | null {
  if (text === 'all' || text === 'none') return { kind: text };
  const hours = Number(/^(\d{1,5})h$/i.exec(text)?.[1] ?? Number.NaN);
  if (hours >= 1 && hours <= mostHours) return { kind: 'hours', hours };
  const minute = /^\d{1,2}:\d{2}$/.test(text) ? minuteOfDay(text) : null;
  return minute === null ? null : { kind: 'since', minuteOfDay: minute };
}

/** The names of these commands on the command line. */
export type ProfileCommandName = 'export' | 'import' | 'doctor' | 'join' | 'why';

const profile = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const optionsOf = {
  export: {
    profile,
    finished: { type: 'string' },
    settings: flag,
    summary: flag,
    recording: flag,
    personal: flag,
    force: flag,
    help: flag,
  },
  import: { profile, 'accept-risks': flag, 'dry-run': flag, help: flag },
  doctor: { profile, json: flag, help: flag },
  join: { profile, print: flag, help: flag },
  why: { profile, at: { type: 'string' }, json: flag, help: flag },
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
  const [file, ...more] = words;
  if (more.length > 0) return refuse(`Name one ${wordOf[name] ?? 'file'}.`);
  switch (name) {
    case 'export': {
      const others = (['settings', 'summary', 'recording'] as const).filter((one) =>
        values.has(one),
      );
      const [what = 'orderList'] = others;
      const withPersonalData = values.has('personal');
      if (others.length > 1)
        return refuse('--settings, --summary and --recording exclude each other.');
      if (withPersonalData && what !== 'orderList')
        return refuse('--personal goes with a hand-over only.');
      const named = values.get('finished');
      if (named !== undefined && what !== 'orderList')
        return refuse('--finished goes with a hand-over only.');
      const finished = finishedChoice(named ?? `${defaultHours}h`);
      if (finished === null)
        return refuse('--finished takes none, all, hours as 8h or a time as 06:00.');
      const target = file === undefined || file === '-' ? null : file;
      const value = {
        kind: name,
        profileDir,
        what,
        withPersonalData,
        finished,
        file: target,
        isForced: values.has('force'),
      } as const;
      return { ok: true, value };
    }
    case 'import':
      if (file === undefined) return refuse('Name the file to import, or - for input.');
      return {
        ok: true,
        value: {
          kind: name,
          profileDir,
          file,
          acceptsRisks: values.has('accept-risks'),
          isDryRun: values.has('dry-run'),
        },
      };
    case 'doctor':
      if (file !== undefined) return refuse(`"${shownArgument(file)}" is not an option.`);
      return { ok: true, value: { kind: name, profileDir, isJson: values.has('json') } };
    case 'why': {
      const id = parseOrderId(file ?? '');
      if (id === null) return refuse('Name the order by its uuid.');
      const [at, isJson] = [values.get('at') ?? null, values.has('json')];
      return { ok: true, value: { kind: name, profileDir, id, at, isJson } };
    }
    case 'join': {
      const printsToken = values.has('print');
      if (file === undefined) return refuse('Name the hub by its address.');
      if (printsToken && profileDir !== null) {
        return refuse('--print keeps nothing, so it takes no --profile.');
      }
      return { ok: true, value: { kind: name, profileDir, address: file, printsToken } };
    }
  }
}

/** What some of them are about; the others are about a file. */
const wordOf: { readonly [Name in ProfileCommandName]?: string } = { join: 'hub', why: 'order' };

function isProfileCommand(name: string | undefined): name is ProfileCommandName {
  return name !== undefined && Object.hasOwn(optionsOf, name);
}
