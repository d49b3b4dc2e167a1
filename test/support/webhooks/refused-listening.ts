import { Server } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** The system refuses the next servers to listen, this often and with this code; those after them listen. */
export function refuseListening(code: string, times = 1): void {
  const listen = vi.spyOn(Server.prototype, 'listen');
  for (let no = 1; no <= times; no += 1) {
    listen.mockImplementationOnce(function refused(this: Server) {
      const fault = Object.assign(new Error(`listen ${code}`), { code });
      setImmediate(() => this.emit('error', fault));
      return this;
    });
  }
  onTestFinished(() => listen.mockRestore());
}
