import '../../../renderer/styles/index.css';
import axe from 'axe-core';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../renderer/app.tsx';
import { realTime, type WindowTime } from '../../../renderer/stores/window-time.ts';
import { createWindowModel, type WindowModel } from '../../../renderer/window-model.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { animationsEnded } from './on-page.ts';
import { busyBoard } from './scene.ts';
import { scenes } from './scenes.ts';

/**
 * Draws the whole window with this main process, and removes it after the test.
 *
 * @param time real unless the test decides when it passes
 */
export async function drawn(
  { bridge }: Pick<FakeBridge, 'bridge'>,
  time: WindowTime = realTime,
): Promise<WindowModel> {
  await page.viewport(1180, 760);
  const model = createWindowModel(bridge, time);
  const stop = model.start();
  const root = await render(<App model={model} />, {
    container: document.body.appendChild(makeRoot()),
  });
  onTestFinished(async () => {
    stop();
    await root.unmount();
    document.querySelector('#root')?.remove();
  });
  return model;
}

/**
 * Draws a scene of the gallery and performs its actions.
 *
 * @param before changes the main process before the window asks it for anything
 */
export async function drawnScene(
  name: string,
  before?: (fake: FakeBridge) => void,
): Promise<{ fake: FakeBridge; model: WindowModel }> {
  const scene = scenes[name]?.();
  if (!scene) throw new Error(`No scene ${name}.`);
  const { fake, act } = scene;
  before?.(fake);
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
  await act?.(model, fake);
  return { fake, model };
}

/** Draws the design's board and waits for its rows. */
export async function drawnBoard(): Promise<{ fake: FakeBridge; model: WindowModel }> {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('option', { name: /Sheung Wan/ })).toBeVisible();
  return { fake, model };
}

function makeRoot(): HTMLElement {
  const root = document.createElement('div');
  root.id = 'root';
  return root;
}

/**
 * What axe finds wrong with the document by WCAG 2.2 AA, in words. Empty when nothing is. What still fades in is waited
 * for: half drawn, its colors are not those that people read.
 *
 * @param rules these alone; null for all
 */
export async function accessibilityFaults(
  rules: readonly string[] | null = null,
): Promise<readonly string[]> {
  await animationsEnded();
  // The focus guards of popovers are hidden on purpose and pass the focus on.
  const context = { exclude: ['[data-base-ui-focus-guard]'] };
  const results = await axe.run(context, {
    runOnly:
      rules === null
        ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
        : { type: 'rule', values: [...rules] },
    // An experimental rule: a row is read as one sentence, which begins with its visible label but
    // says "to" where an arrow is drawn.
    ...(rules === null && { rules: { 'label-content-name-mismatch': { enabled: false } } }),
  });
  return results.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`,
    ),
  );
}

/** Pastes a text at the element that has the focus, as Ctrl+V does; with what a browser or a spreadsheet puts beside it. */
export function pasteText(text: string, html: string | null = null): void {
  const clipboardData = new DataTransfer();
  if (text !== '') clipboardData.setData('text/plain', text);
  if (html !== null) clipboardData.setData('text/html', html);
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}
