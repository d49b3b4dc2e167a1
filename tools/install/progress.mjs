/**
 * Shows the progress of a command: plain JavaScript, because it also runs before Node 24 is there.
 */

/** Work that takes less is not announced. */
const announceAfterMs = 2000;
/** How often a plain line says how far the work is. */
const tellEveryMs = 10_000;

/** @param {number} sinceMs a reading of performance.now() */
const secondsSince = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/**
 * Runs one step of a longer job. A step that takes over two seconds says its name while it runs,
 * with running seconds on a terminal and as a plain line elsewhere; every such step ends with the
 * seconds that it took. Everything goes to standard error, so that standard output stays the
 * command's own.
 *
 * @template T
 * @param {string} name what is being done, as a person would say it
 * @param {() => Promise<T>} work
 * @param {{ endsQuietly?: boolean, progress?: () => string }} [options] `endsQuietly`: the caller says how it
 *   ended; `progress`: how far the work is, such as "40 of 196 MB"
 * @returns {Promise<T>} what the work gives; what it throws is passed on
 */
export async function step(name, work, { endsQuietly = false, progress } = {}) {
  const sinceMs = performance.now();
  const out = process.stderr;
  let wasAnnounced = false;
  /** @type {NodeJS.Timeout | undefined} */
  let ticking;
  const announce = setTimeout(() => {
    wasAnnounced = true;
    if (!out.isTTY) {
      out.write(`${name} ...\n`);
      if (progress === undefined) return;
      ticking = setInterval(() => out.write(`${name}: ${progress()}\n`), tellEveryMs);
      return;
    }
    const show = () => {
      const far = progress === undefined ? '' : `, ${progress()}`;
      out.write(`\r\u001B[K${name} ... ${secondsSince(sinceMs)}${far}`);
    };
    show();
    ticking = setInterval(show, 500);
  }, announceAfterMs);
  let hasFailed = true;
  try {
    const result = await work();
    hasFailed = false;
    return result;
  } finally {
    clearTimeout(announce);
    clearInterval(ticking);
    if (wasAnnounced) {
      if (out.isTTY) out.write('\r\u001B[K');
      const how = hasFailed ? 'failed after ' : '';
      if (!endsQuietly) out.write(`${name}: ${how}${secondsSince(sinceMs)}\n`);
    }
  }
}
