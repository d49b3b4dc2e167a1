import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A wire to a hub that can be cut, and can lose what comes back. */
export class HubWire {
  /** How many of the next answers to commands are lost with their connection. */
  losesAnswers = 0;
  #isCut = false;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(hubPort: number) {
    this.#server = createServer((socket) => this.#joined(socket, hubPort));
  }

  static async to(hubPort: number): Promise<HubWire> {
    const wire = new HubWire(hubPort);
    await new Promise<void>((resolve) => {
      wire.#server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(async () => {
      wire.isCut = true;
      await new Promise((resolve) => wire.#server.close(resolve));
    });
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  set isCut(isCut: boolean) {
    this.#isCut = isCut;
    if (isCut) for (const socket of this.#sockets) socket.destroy();
  }

  #joined(desk: Socket, hubPort: number): void {
    if (this.#isCut) {
      desk.destroy();
      return;
    }
    const hub = connect(hubPort, '127.0.0.1');
    for (const [one, other] of [
      [desk, hub],
      [hub, desk],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    desk.on('data', (bytes) => hub.write(bytes));
    hub.on('data', (bytes) => {
      if (this.losesAnswers > 0 && !/text\/event-stream|event: |^:/.test(String(bytes))) {
        this.losesAnswers -= 1;
        desk.destroy();
      } else desk.write(bytes);
    });
  }
}
