import { EventEmitter } from 'node:events';
import { lookLikeElectron } from '../electron-process.ts';

/**
 * The child's end of a utility process: Electron's process.parentPort. It keeps the child alive
 * only while somebody listens, which is also when messages start to come.
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
// without the parent there is nobody left to work for
process.once('disconnect', () => process.exit(0));
