import { execFileSync } from 'node:child_process';
import { electronObject } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';

/** The size of a headless Chromium, and of a screen whose size cannot be read. */
const DEFAULT_SIZE: Electron.Size = { width: 1280, height: 800 };

let display: Electron.Display | undefined;

/** The X screen's size by xdotool. */
function sizeOfScreen(): Electron.Size {
  if (!process.env['DISPLAY']) return DEFAULT_SIZE;
  try {
    const text = execFileSync('xdotool', ['getdisplaygeometry'], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [width = 0, height = 0] = text.trim().split(' ').map(Number);
    return width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE;
  } catch {
    // no xdotool: the size only guides where windows are put
    return DEFAULT_SIZE;
  }
}

function theDisplay(): Electron.Display {
  if (display) return display;
  const size = sizeOfScreen();
  const bounds = { x: 0, y: 0, ...size };
  display = {
    id: 1,
    label: '',
    bounds,
    workArea: bounds,
    size,
    workAreaSize: size,
    nativeOrigin: { x: 0, y: 0 },
    maximumCursorSize: { width: 64, height: 64 },
    scaleFactor: 1,
    rotation: 0,
    internal: false,
    detected: true,
    monochrome: false,
    colorDepth: 24,
    colorSpace: '',
    depthPerComponent: 8,
    displayFrequency: 60,
    accelerometerSupport: 'unknown',
    touchSupport: 'unknown',
  };
  return display;
}

/** One display, the whole X screen. */
class HostScreen extends refusingEmitter('screen') {
  getPrimaryDisplay(): Electron.Display {
    return theDisplay();
  }

  getAllDisplays(): Electron.Display[] {
    return [theDisplay()];
  }

  getDisplayNearestPoint(_point: Electron.Point): Electron.Display {
    return theDisplay();
  }

  getDisplayMatching(_rect: Electron.Rectangle): Electron.Display {
    return theDisplay();
  }

  getCursorScreenPoint(): Electron.Point {
    return { x: 0, y: 0 };
  }
}

/** Electron's `screen`. */
export const screen = electronObject<Electron.Screen>()(new HostScreen());
