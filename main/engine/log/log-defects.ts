import type { Log } from './log.ts';

/** Logs errors that nothing caught. The program goes on: one defect must not end the watching. */
export function logDefects(log: Log): void {
  const defect = (error: unknown) => log.defect('defect', error);
  process.on('uncaughtException', defect);
  process.on('unhandledRejection', defect);
}
