/** The sizes that the window can be shown in, in percent of its default size. */
export const zoomSteps = [80, 90, 100, 110, 125, 150, 175, 200] as const;

/** The least and the most of {@link zoomSteps}. */
export const zoomRange = { least: 80, most: 200 } as const;

/** The default size. */
export const usualZoomPercent = 100;

/** The next larger or smaller size; the same size at either end. */
export function nextZoomPercent(percent: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? zoomSteps.find((step) => step > percent)
      : zoomSteps.findLast((step) => step < percent);
  return next ?? percent;
}
