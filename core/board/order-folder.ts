import type { PassedOver } from '../paste/passed-over-texts.ts';

/** Why a watched folder or file cannot be looked at. */
export type OrderFolderFault =
  | 'gone'
  | 'denied'
  /** More files than are looked at. */
  | 'crowded'
  | 'unreadable'
  /** The team accepts no orders from this desk. */
  | 'refused';

/** What became of one file of another system. */
export interface FileIntake {
  readonly atMs: number;
  readonly fileName: string;
  /** Null for a file that is too large and was not read. */
  readonly taken: {
    /** How many uuids are in it. */
    readonly found: number;
    readonly added: number;
    /** Watched orders that got a label, a group or a promised time. */
    readonly changed: number;
    /** Orders that were not accepted: the list is full, or the file holds more than are found in one text. */
    readonly leftOut: number;
    /** There are more uuids in it than are found in one text. */
    readonly isCutOff: boolean;
    /** What was not accepted as it stands. */
    readonly passedOver: PassedOver;
  } | null;
}

/** The folder or file that orders are read from. Times in milliseconds since 1970. */
export interface OrderFolderState {
  readonly path: string;
  readonly fault: OrderFolderFault | null;
  readonly faultSinceMs: number | null;
  /** A file that is there and could not be read at the last look; null when there is none. */
  readonly unreadFile: string | null;
  /** The newest first, ten at most, also of earlier runs. */
  readonly fileIntakes: readonly FileIntake[];
}
