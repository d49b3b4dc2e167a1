import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A part of the screen, in pixels from the top left corner. */
export interface ScreenRegion {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Takes a picture of the whole display (ImageMagick's `import`), or of a region of it.
 *
 * @param env must say which display: Desktop.env
 * @param file a .png
 * @param scalePercent how large; enlarged pixels stay square
 */
export async function screenshot(
  env: NodeJS.ProcessEnv,
  file: string,
  region?: ScreenRegion,
  scalePercent = 100,
): Promise<void> {
  const crop = region
    ? ['-crop', `${region.widthPx}x${region.heightPx}+${region.leftPx}+${region.topPx}`, '+repage']
    : [];
  const scale = scalePercent === 100 ? [] : ['-filter', 'point', '-resize', `${scalePercent}%`];
  await run('import', ['-silent', '-window', 'root', ...crop, ...scale, file], { env });
}
