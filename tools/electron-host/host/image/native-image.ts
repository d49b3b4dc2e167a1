import { readFileSync } from 'node:fs';
import { electronClass } from '../electron-types.ts';
import { refuseTheRest } from '../refusal.ts';
import { cropped, NO_PIXELS, scaled, swapRedAndBlue } from './pixel-work.ts';
import { decodePng, encodePng, isPng, type Pixels } from './png.ts';

const pixelsByImage = new WeakMap<object, Pixels>();

/** The scale factors whose files Electron looks for beside an image, best first. */
const SCALE_SUFFIXES = ['', '@1x', '@2x', '@3x'];

/**
 * nativeImage over PNG files and bitmaps; one representation, at scale factor 1 of its pixels
 * unless it was loaded from an @2x file alone.
 */
class HostNativeImage {
  readonly #pixels: Pixels;
  readonly #scaleFactor: number;
  isMacTemplateImage = false;

  constructor(pixels: Pixels, scaleFactor = 1) {
    this.#pixels = pixels;
    this.#scaleFactor = scaleFactor;
    pixelsByImage.set(this, pixels);
  }

  static createEmpty(): Electron.NativeImage {
    return imageOf(NO_PIXELS);
  }

  /** The image in a file, or in its @2x neighbour; empty when it cannot be read. */
  static createFromPath(path: string): Electron.NativeImage {
    for (const suffix of SCALE_SUFFIXES) {
      const pixels = pixelsIn(path.replace(/(\.[^./]+)?$/, `${suffix}$1`));
      const ownFactor = /@([23])x\.[^./]+$/.exec(path)?.[1] ?? /@([23])x/.exec(suffix)?.[1] ?? '1';
      if (pixels) return imageOf(pixels, Number(ownFactor));
    }
    return imageOf(NO_PIXELS);
  }

  static createFromBuffer(
    buffer: Buffer,
    options: Electron.CreateFromBufferOptions = {},
  ): Electron.NativeImage {
    const { width, height, scaleFactor = 1 } = options;
    if (isPng(buffer)) return imageOf(decodePng(buffer) ?? NO_PIXELS, scaleFactor);
    if (width === undefined || height === undefined) return imageOf(NO_PIXELS);
    return HostNativeImage.createFromBitmap(buffer, { width, height, scaleFactor });
  }

  /** @throws Error when the buffer is not `width * height * 4` bytes long */
  static createFromBitmap(
    buffer: Buffer,
    options: Electron.CreateFromBitmapOptions,
  ): Electron.NativeImage {
    const { width, height, scaleFactor = 1 } = options;
    if (buffer.length !== width * height * 4)
      throw new Error('Failed to create image from buffer: the size does not fit');
    return imageOf({ width, height, rgba: swapRedAndBlue(buffer) }, scaleFactor);
  }

  static createFromDataURL(dataUrl: string): Electron.NativeImage {
    const data = dataUrl.slice(dataUrl.indexOf(',') + 1);
    return HostNativeImage.createFromBuffer(Buffer.from(data, 'base64'));
  }

  isEmpty(): boolean {
    return this.#pixels.width === 0;
  }

  getSize(): Electron.Size {
    const { width, height } = this.#pixels;
    const factor = this.#scaleFactor;
    return { width: Math.round(width / factor), height: Math.round(height / factor) };
  }

  getAspectRatio(): number {
    return this.isEmpty() ? 1 : this.#pixels.width / this.#pixels.height;
  }

  getScaleFactors(): number[] {
    return this.isEmpty() ? [] : [this.#scaleFactor];
  }

  toPNG(): Buffer {
    return this.isEmpty() ? Buffer.alloc(0) : encodePng(this.#pixels);
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.toPNG().toString('base64')}`;
  }

  toBitmap(): Buffer {
    return swapRedAndBlue(this.#pixels.rgba);
  }

  resize({ width, height }: Electron.ResizeOptions): Electron.NativeImage {
    if (this.isEmpty()) return imageOf(NO_PIXELS);
    const ratio = this.getAspectRatio();
    const own = this.getSize();
    const wide = width ?? (height === undefined ? own.width : height * ratio);
    const high = height ?? wide / ratio;
    return imageOf(scaled(this.#pixels, whole(wide), whole(high)));
  }

  crop(rect: Electron.Rectangle): Electron.NativeImage {
    return imageOf(cropped(this.#pixels, rect));
  }

  setTemplateImage(option: boolean): void {
    this.isMacTemplateImage = option;
  }

  isTemplateImage(): boolean {
    return this.isMacTemplateImage;
  }
}
refuseTheRest('NativeImage', HostNativeImage.prototype);
refuseTheRest('nativeImage', HostNativeImage);

/** Electron's `nativeImage`: its functions are the statics of NativeImage. */
export const nativeImage = electronClass<typeof Electron.NativeImage>()(HostNativeImage);

/** The pixels behind what the app gave as an image: a file, or an image of this module. */
export function pixelsOf(image: string | Electron.NativeImage | undefined): Pixels {
  const given = typeof image === 'string' ? nativeImage.createFromPath(image) : image;
  return (given && pixelsByImage.get(given)) ?? NO_PIXELS;
}

function imageOf(pixels: Pixels, scaleFactor?: number): Electron.NativeImage {
  return new HostNativeImage(pixels, scaleFactor) as unknown as Electron.NativeImage;
}

function pixelsIn(file: string): Pixels | undefined {
  try {
    return decodePng(readFileSync(file));
  } catch {
    return undefined;
  }
}

function whole(length: number): number {
  return Math.max(1, Math.round(length));
}
