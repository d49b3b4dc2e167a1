import { once } from 'node:events';
import { connect } from 'node:net';

/*
 * Strangers in a process of their own, so that their descriptors are not those of the hub:
 * `ask-strangers.ts PORT COUNT TEXT` opens COUNT connections, sends the text on each and stays until the hub ends
 * it. Prints a line once all were opened, and ends with 1 when the system has no descriptor for one.
 */

/** The system keeps so many waiting for a server that is busy. */
const atOnce = 250;

const [, , port = '', count = '', text = ''] = process.argv;

async function open(): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const connected = once(socket, 'connect');
  // A connection that the hub has to end may be reset before this process looks at it.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EMFILE' || error.code === 'ENFILE') throw error;
  });
  socket.on('end', () => socket.destroy()).resume();
  await connected.catch(() => undefined);
  if (text !== '') socket.write(text, 'latin1');
}

for (let opened = 0; opened < Number(count); opened += atOnce) {
  const some = Math.min(atOnce, Number(count) - opened);
  await Promise.all(Array.from({ length: some }, open));
}
process.stdout.write('opened\n');
