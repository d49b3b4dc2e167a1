import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

interface LogLimits {
  /** With how many pages of 4 KiB the connection that writes moves the log into the database. */
  readonly pages: number;
  /** To what the file is cut when the log begins anew; -1: it is not. */
  readonly fileBytes: number;
}

/** Moving holds up the commit that triggers it: often and little at a time. SQLite's own is 1,000 pages. */
const usualLog: LogLimits = { pages: 100, fileBytes: 4 * 1024 * 1024 };

/** 100 MB, which is only reached when the thread cannot keep up. What has grown is soon needed again. */
const logBeside: LogLimits = { pages: 25_000, fileBytes: -1 };

/** Closing waits so long for the thread; what it is in the middle of takes a second on a slow disk. */
const letGoWithinMs = 2000;

/** When much is written, and what is done about it. */
export interface LogPace {
  /** Much is so many records ... */
  readonly muchRecords: number;
  /** ... within so long. */
  readonly withinMs: number;
  /** How long the thread rests after it moved something. */
  readonly moveEveryMs: number;
  /** The thread goes when it was not much any more for so long. */
  readonly calmAfterMs: number;
}

export const usualPace: LogPace = {
  muchRecords: 400,
  withinMs: 2000,
  moveEveryMs: 3000,
  calmAfterMs: 15_000,
};

/** The part of a clock that is needed here. */
export interface LogTime {
  monotonicMs(): number;
  /** Calls `run` once; the answer cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
}

/** The machine's own time; what waits here keeps no process from ending. */
export const machineTime: LogTime = {
  monotonicMs: () => performance.now(),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/*
 * mode=rw: a database that is missing is not made. Passive, because it waits for nobody and nobody
 * has to wait for it. What is written during it is little and taken along by the next one, until a
 * moment comes when nothing is left: only then does the log begin anew in place of growing. Reading the
 * version makes SQLite look whether there is a log; it ends with its statement, so that no transaction
 * is held. A log that cannot be moved (a full or read-only disk, a lock, damage) stays as it is and is
 * as good there: the next turn tries again, and the connection that writes learns of such faults itself.
 */
const moveLog = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  process.once('exit', () => {
    Atomics.store(workerData.hasLetGo, 0, 1);
    Atomics.notify(workerData.hasLetGo, 0);
  });
  const sql = new DatabaseSync(new URL(workerData.address), { timeout: 50 });
  const move = () => {
    try {
      sql.exec('PRAGMA user_version');
      let before = -1;
      for (let turn = 0; turn < 4; turn += 1) {
        const { log } = sql.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
        if (log === before) return;
        before = log;
      }
    } catch {}
  };
  parentPort.on('message', (word) => {
    if (word !== 'close') move();
    if (word === 'move') {
      parentPort.postMessage('moved');
      return;
    }
    sql.close();
    parentPort.close();
  });
`;

/**
 * Moves the write-ahead log into the database beside the main thread while much is written, as after
 * ten thousand orders were pasted: there it would wait for the disk at every hundredth page, for more
 * than a second on a slow one. While little is written a thread is not worth its memory, and the
 * connection that writes moves its own log.
 *
 * A thread that fails is not tried again: the log is then moved as without one.
 */
export class LogMover {
  readonly #sql: DatabaseSync;
  readonly #address: string;
  readonly #pace: LogPace;
  readonly #time: LogTime;
  /** 1 once the thread holds nothing of the database any more. */
  #hasLetGo = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | null = null;
  #isEnding = false;
  #hasFailed = false;
  #cancelTurn = (): void => undefined;
  #countedFromMs = Number.NEGATIVE_INFINITY;
  #count = 0;
  #muchUntilMs = Number.NEGATIVE_INFINITY;

  /** @param sql the only connection that writes, open on the file `path` */
  constructor(sql: DatabaseSync, path: string, pace: LogPace, time: LogTime) {
    this.#sql = sql;
    this.#address = `${pathToFileURL(path).href}?mode=rw`;
    this.#pace = pace;
    this.#time = time;
    this.#limit(usualLog);
  }

  /** Told after each transaction how many records it wrote. It never throws: these are stored already. */
  wrote(count: number): void {
    const nowMs = this.#time.monotonicMs();
    if (nowMs - this.#countedFromMs >= this.#pace.withinMs) {
      this.#countedFromMs = nowMs;
      this.#count = 0;
    }
    this.#count += count;
    if (this.#count < this.#pace.muchRecords) return;
    this.#muchUntilMs = nowMs + this.#pace.calmAfterMs;
    if (this.#worker === null && !this.#hasFailed) this.#start();
  }

  /**
   * Ends the thread and waits until it has let go of the file, so that the connection that is closed
   * next is the last one and clears the log away. A thread that takes too long does so in its place.
   */
  close(): void {
    this.#cancelTurn();
    if (this.#worker === null) return;
    this.#isEnding = true;
    this.#tell('close');
    Atomics.wait(this.#hasLetGo, 0, 0, letGoWithinMs);
  }

  #start(): void {
    this.#hasLetGo = new Int32Array(new SharedArrayBuffer(4));
    try {
      const worker = new Worker(moveLog, {
        eval: true,
        execArgv: [],
        workerData: { address: this.#address, hasLetGo: this.#hasLetGo },
      });
      worker.on('message', () => this.#turnLater());
      // Whatever it died of, its exit follows and says all that is needed.
      worker.once('error', () => undefined);
      worker.once('exit', () => this.#ended());
      worker.unref();
      this.#worker = worker;
    } catch {
      // The system has no thread to give.
      this.#hasFailed = true;
      return;
    }
    this.#isEnding = false;
    this.#limit(logBeside);
    this.#turnLater();
  }

  #turnLater(): void {
    this.#cancelTurn();
    if (!this.#isEnding)
      this.#cancelTurn = this.#time.schedule(() => this.#turn(), this.#pace.moveEveryMs);
  }

  #turn(): void {
    this.#isEnding = this.#time.monotonicMs() >= this.#muchUntilMs;
    this.#tell(this.#isEnding ? 'end' : 'move');
  }

  #tell(word: 'move' | 'end' | 'close'): void {
    this.#worker?.postMessage(word);
  }

  #ended(): void {
    this.#cancelTurn();
    this.#worker = null;
    if (!this.#sql.isOpen) return;
    // Only now, when the thread has moved what there was: the next commit would move it otherwise.
    this.#limit(usualLog);
    if (!this.#isEnding) this.#hasFailed = true;
    else if (this.#time.monotonicMs() < this.#muchUntilMs) this.#start();
  }

  #limit({ pages, fileBytes }: LogLimits): void {
    this.#sql.exec(`PRAGMA wal_autocheckpoint = ${pages}`);
    this.#sql.exec(`PRAGMA journal_size_limit = ${fileBytes}`);
  }
}
