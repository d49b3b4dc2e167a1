import type { TrayFace, TrayMenuEntry } from '../../../core/tray/tray-face.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Platform } from '../../engine/launch/platform.ts';

/** The native icon. */
export interface NativeTray {
  setImage(path: string): void;
  setToolTip(text: string): void;
  setMenu(menu: readonly TrayMenuEntry[]): void;
  /** The number for docks and taskbars, and the picture and text for it where a number cannot be shown. */
  setBadge(count: number, look: { readonly imagePath: string; readonly text: string }): void;
  destroy(): void;
}

/** What the tray needs. */
export interface TrayParts {
  /** Makes the native icon. Clicks on it and on its menu arrive as commands. */
  readonly open: (imagePath: string) => NativeTray;
  readonly face: () => TrayFace;
  /** The image file of an icon for the taskbar's present background. */
  readonly imagePath: (icon: string) => string;
  readonly clock: Clock;
}

/** Changes come in hundreds; the tray is drawn at most this often. */
const drawEveryMs = 1000;

/** What only the menu shows is drawn at most this often: each time, an open menu may be replaced. */
const drawMenuEveryMs = 15_000;

/** A menu that shows ages is drawn this often even if nothing changes, as they grow. */
const redrawEveryMs = 60_000;

/**
 * The tray icon: one function draws it from the state, parts that did not change are left alone. The
 * menu is always set, because on Linux nothing else is sure to open the window
 * (https://github.com/electron/electron/issues/6773). It lives until the app ends, even when no panel
 * shows it: a panel may start later.
 */
export class TrayPresenter {
  readonly #parts: TrayParts;
  #native: NativeTray | null = null;
  #drawnImage = '';
  #drawnToolTip = '';
  #drawnMenu = '';
  #drawnBadge = 0;
  #drawnAtMs = 0;
  /** When a change is drawn; null while there is none. */
  #dueAtMs: number | null = null;
  #cancel: (() => void) | null = null;

  constructor(parts: TrayParts) {
    this.#parts = parts;
  }

  start(): void {
    const image = this.#parts.imagePath(this.#parts.face().icon);
    this.#native = this.#parts.open(image);
    this.#drawnImage = image;
    this.#draw();
  }

  /** Something that the tray shows may have changed. */
  changed(): void {
    this.#drawWithin(drawEveryMs);
  }

  /** Something that the menu alone shows may have changed. */
  menuChanged(): void {
    this.#drawWithin(drawMenuEveryMs);
  }

  destroy(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#native?.destroy();
    this.#native = null;
  }

  #drawWithin(everyMs: number): void {
    if (this.#native === null) return;
    const nowMs = this.#parts.clock.monotonicMs();
    const dueAtMs = Math.max(nowMs, this.#drawnAtMs + everyMs);
    if (this.#dueAtMs !== null && this.#dueAtMs <= dueAtMs) return;
    this.#dueAtMs = dueAtMs;
    this.#plan(dueAtMs - nowMs);
  }

  #plan(delayMs: number): void {
    this.#cancel?.();
    this.#cancel = this.#parts.clock.schedule(() => this.#draw(), Math.max(0, delayMs));
  }

  #draw(): void {
    const native = this.#native;
    if (native === null) return;
    const { clock, imagePath, face } = this.#parts;
    const { icon, tooltip, badgeCount, isAging, menu } = face();
    const image = imagePath(icon);
    if (image !== this.#drawnImage) native.setImage(image);
    if (tooltip !== this.#drawnToolTip) native.setToolTip(tooltip);
    // Windows draws no number: there the picture and the text are the badge.
    const isBadgeOther = image !== this.#drawnImage || tooltip !== this.#drawnToolTip;
    if (badgeCount !== this.#drawnBadge || (badgeCount > 0 && isBadgeOther)) {
      native.setBadge(badgeCount, { imagePath: image, text: tooltip });
    }
    const menuJson = JSON.stringify(menu);
    if (menuJson !== this.#drawnMenu) native.setMenu(menu);
    this.#drawnImage = image;
    this.#drawnToolTip = tooltip;
    this.#drawnBadge = badgeCount;
    this.#drawnMenu = menuJson;
    this.#drawnAtMs = clock.monotonicMs();
    this.#dueAtMs = null;
    this.#cancel = null;
    if (isAging) this.#plan(redrawEveryMs);
  }
}

/** The background that the icon must stand out from; macOS colours a template itself. */
export type TrayGround = 'on-dark' | 'on-light' | 'template';

/** What the background is concluded from. */
export interface TrayScene {
  readonly platform: Platform;
  /** Windows: the taskbar's own theme. Linux: the system's theme. */
  readonly isDark: boolean;
  /** The value of XDG_CURRENT_DESKTOP. */
  readonly desktopName: string;
}

/**
 * The background that the icon stands on. macOS colours templates itself; Windows says how its taskbar
 * is; on Linux only KDE's panel follows the system's theme, and the panels of other desktops are dark.
 */
export function trayGround({ platform, isDark, desktopName }: TrayScene): TrayGround {
  switch (platform) {
    case 'macos':
      return 'template';
    case 'windows':
      return isDark ? 'on-dark' : 'on-light';
    case 'linux':
      return isDark || !desktopName.toLowerCase().includes('kde') ? 'on-dark' : 'on-light';
  }
}

/**
 * The file of an icon in the built program's assets (tools/tray-icons.ts). Windows and macOS take the
 * 16 px one and find the larger ones by its name; a Linux panel gets one picture, so its size follows
 * the screen's scale.
 *
 * @param scaleFactor of the primary screen
 */
export function trayImageFile(icon: string, scene: TrayScene, scaleFactor: number): string {
  const largeLinux = scaleFactor >= 1.4 ? 32 : 22;
  const edge = scene.platform === 'linux' ? largeLinux : 16;
  return `tray/${trayGround(scene)}/${icon}-${edge}.png`;
}
