/**
 * A signal that fires when this command is to stop: Ctrl-C, SIGTERM, a closed terminal, or the
 * process that started it gone (tools/run.mjs holds a channel open for that). Stopping in order is
 * the command's business; it may take a moment, so a second Ctrl-C changes nothing.
 *
 * The reason is the exit code that a shell expects: 128 and the signal's number.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
  for (const [name, code] of Object.entries(codes)) {
    process.on(name, () => controller.abort(code));
  }
  process.once('disconnect', () => controller.abort(codes.SIGTERM));
  // The channel alone must not keep a finished command from ending.
  process.channel?.unref();
  return controller.signal;
}

/** The exit code of a command that was stopped by `signal`; null when it was not. */
export function interruptedCode(signal: AbortSignal): number | null {
  if (!signal.aborted) return null;
  return typeof signal.reason === 'number' ? signal.reason : 130;
}
