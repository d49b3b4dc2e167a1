import type { Log, LogFields, LogLevel } from '../../main/engine/log/log.ts';

interface LoggedLine {
  readonly level: LogLevel;
  readonly event: string;
  readonly fields: LogFields;
}

/** A log that keeps its lines for a test to look at. */
export class RecordingLog implements Log {
  readonly lines: LoggedLine[] = [];

  events(level: LogLevel): readonly string[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.event);
  }

  info(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'info', event, fields });
  }

  warn(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'warn', event, fields });
  }

  error(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'error', event, fields });
  }

  defect(event: string, _error: unknown, fields: LogFields = {}): void {
    this.lines.push({ level: 'error', event, fields });
  }
}
