import type { Log } from '../../engine/log/log.ts';
import type { Clock } from '../../../core/clock.ts';

/** What {@link GpuDeaths} needs. */
export interface GpuDeathsParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Whether the window is drawn without the graphics card by now. */
  readonly isDrawnBySoftware: () => boolean;
  /** Ends the program in order, and has it started again. */
  readonly restart: () => void;
}

/** Chromium ends the program at the sixth. */
const mostDeaths = 4;
/** Chromium forgives one death for each hour without any (content/browser/gpu/gpu_process_host.cc). */
const forgivenAfterMs = 3_600_000;
/** A process that dies from the start on would have the program start for ever. */
const runsAtLeastMs = 600_000;

/**
 * Chromium ends the whole program when its GPU process died too often although it draws by software already: no window,
 * no tray, no checks, and no word. Shortly before that the program is started again in order, which clears the count.
 */
export class GpuDeaths {
  readonly #parts: GpuDeathsParts;
  readonly #startedMs: number;
  #count = 0;
  #lastMs = 0;

  constructor(parts: GpuDeathsParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.monotonicMs();
  }

  /** A helper process of the window's engine ended unasked. @param kind Electron's word, such as `GPU` */
  helperGone(kind: string): void {
    const { clock, isDrawnBySoftware, log, restart } = this.#parts;
    if (kind !== 'GPU' || !isDrawnBySoftware()) return;
    const nowMs = clock.monotonicMs();
    const forgiven = Math.floor((nowMs - this.#lastMs) / forgivenAfterMs);
    this.#count = Math.max(this.#count - forgiven, 0) + 1;
    this.#lastMs = nowMs;
    if (this.#count !== mostDeaths || nowMs - this.#startedMs < runsAtLeastMs) return;
    log.error('restartedForGpu', { deaths: this.#count });
    restart();
  }
}
