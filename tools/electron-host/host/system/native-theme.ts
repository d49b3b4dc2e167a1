import type { CdpSession } from '../cdp/session.ts';
import { electronObject } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';
import { runtime } from '../runtime.ts';

type ThemeSource = Electron.NativeTheme['themeSource'];

let source: ThemeSource = 'system';

/** Gives a page the colour scheme that the app chose, which media queries then see. */
export async function applyTheme(session: CdpSession): Promise<void> {
  const features = source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: source }];
  await session.send('Emulation.setEmulatedMedia', { features }).catch(() => {});
}

/** The colour scheme of the pages; 'system' is what Chromium reads from the desktop. */
class HostNativeTheme extends refusingEmitter('nativeTheme') {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
  readonly shouldDifferentiateWithoutColor = false;

  get themeSource(): ThemeSource {
    return source;
  }

  set themeSource(chosen: ThemeSource) {
    if (chosen === source) return;
    source = chosen;
    for (const page of runtime.pages.values()) void page.session().then(applyTheme, () => {});
    this.emit('updated');
  }

  /** False for 'system': the desktop is not asked. */
  get shouldUseDarkColors(): boolean {
    return source === 'dark';
  }

  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.shouldUseDarkColors;
  }
}

/** Electron's `nativeTheme`. */
export const nativeTheme = electronObject<Electron.NativeTheme>()(new HostNativeTheme());
