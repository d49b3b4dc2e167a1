import { EventEmitter } from 'node:events';
import { lookLikeElectron } from '../electron-process.ts';

/**
 * The child's end of a utility process: Electron's process.parentPort. It keeps the child alive
 * only while it has a listener for messages, and messages arrive from then on.
 */
class ParentPort extends EventEmitter {
  constructor() {
    super();
    process.channel?.unref();
    this.on('newListener', (name) => {
      if (name !== 'message' || this.listenerCount('message') > 0) return;
      process.channel?.ref();
      process.on('message', (data) => this.emit('message', { data, ports: [] }));
    });
  }

  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

lookLikeElectron('utility');
Object.defineProperty(process, 'parentPort', { value: new ParentPort(), enumerable: true });
// the parent is gone
process.once('disconnect', () => process.exit(0));
