/** A rectangle on the page, in CSS pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of text with the part of it that is seen. */
interface ShownText {
  readonly element: Element;
  readonly text: string;
  readonly box: Box;
}

/** Below this the browser rounds. */
const slackPx = 1.5;
/** More blank than this beside a cut text is room that it could have had. */
const unusedRoomPx = 28;
/** The least that is shown of a cut text: enough to tell one from another. */
const leastShownPx = 28;
/** The least width of a field that is written in. */
const leastFieldPx = 80;
/** Fonts of several scripts may be drawn a little above and below their line. */
const lineSlackPx = 5;

/** What has no place of its own on the page, or is for screen readers only. */
const notDrawn = '.vh, title, option, svg, datalist, [data-base-ui-focus-guard]';

function overlap(one: Box, other: Box): Box | null {
  const left = Math.max(one.left, other.left);
  const right = Math.min(one.right, other.right);
  const top = Math.max(one.top, other.top);
  const bottom = Math.min(one.bottom, other.bottom);
  return left < right && top < bottom ? { left, right, top, bottom } : null;
}

/** The element and what it stands in, from the inside out, without the body. */
function around(element: Element | null): readonly Element[] {
  return element === null || element === document.body
    ? []
    : [element, ...around(element.parentElement)];
}

function named(element: Element, text = element.textContent): string {
  return `${element.parentElement?.className ?? ''} > ${element.className || element.tagName} "${text.slice(0, 40)}"`;
}

function isDrawn(element: Element): boolean {
  if (element.closest(notDrawn) || !element.checkVisibility()) return false;
  return around(element).every((at) => getComputedStyle(at).clipPath === 'none');
}

/** Looks at one line of text: what is seen of it, and what cuts it where it must not be cut. */
function look(element: Element, text: string, line: Box, faults: Set<string>): ShownText | null {
  let box: Box | null = line;
  for (const at of around(element)) {
    const style = getComputedStyle(at);
    if (style.display === 'inline' || style.overflowX === 'visible') continue;
    const edge = at.getBoundingClientRect();
    const isScrolled = style.overflowX === 'auto' || style.overflowY === 'auto';
    if (isScrolled) {
      const isWide = at.scrollWidth > at.clientWidth + slackPx;
      if (isWide && at.tagName !== 'PRE') faults.add(`scrolls sideways: ${named(at, text)}`);
      // What scrolls may be cut further out; only what is seen of it counts there.
      line = edge;
    }
    // It gave way as a whole, down to a line that is not shown.
    if (style.flexWrap === 'wrap' && !overlap(line, edge)) return null;
    const isTooWide = line.right > edge.right + slackPx || line.left < edge.left - slackPx;
    const isTooHigh = line.bottom > edge.bottom + lineSlackPx || line.top < edge.top - lineSlackPx;
    if (isTooWide && style.textOverflow !== 'ellipsis') faults.add(`cut off: ${named(at, text)}`);
    if (isTooHigh && style.webkitLineClamp === 'none')
      faults.add(`cut in height: ${named(at, text)}`);
    // Of what ends in an ellipsis no more counts further out.
    if (style.textOverflow === 'ellipsis') line = overlap(line, edge) ?? line;
    box = box && overlap(box, edge);
    if (style.position === 'fixed') break;
  }
  return box && { element, text, box };
}

function shownTexts(faults: Set<string>): readonly ShownText[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found: ShownText[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, textContent } = node;
    const text = textContent?.trim() ?? '';
    if (text === '' || !parentElement || !isDrawn(parentElement)) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const shown = line.width > 0 ? look(parentElement, text, line, faults) : null;
      if (shown) found.push(shown);
    }
  }
  return found;
}

/** The blank to the right of a text on its line, as far as its row goes. */
function roomBeside(element: Element, texts: readonly ShownText[]): number {
  const row = element.closest(
    '[role="option"], li, tr, dd, h3, header > *, button, .lhead, .set-row',
  );
  if (!row) return 0;
  const own = element.getBoundingClientRect();
  const end = row.getBoundingClientRect().right - parseFloat(getComputedStyle(row).paddingRight);
  const others = [
    ...texts.filter((other) => row.contains(other.element)).map(({ box }) => box),
    ...[...row.querySelectorAll('svg, button, input')].map((at) => at.getBoundingClientRect()),
  ]
    .filter(
      ({ left, top, bottom }) => left >= own.right - 1 && top < own.bottom && bottom > own.top,
    )
    .map(({ left }) => left);
  return Math.min(end, ...others) - own.right;
}

/** Looks at the texts that end in an ellipsis. */
function lookAtCut(texts: readonly ShownText[], faults: Set<string>): void {
  for (const element of document.querySelectorAll('.cut')) {
    const { clientWidth, scrollWidth } = element;
    const isSeen = texts.some((text) => element.contains(text.element));
    if (scrollWidth <= clientWidth || !isSeen) continue;
    if (clientWidth < leastShownPx) faults.add(`squeezed to ${clientWidth} px: ${named(element)}`);
    const room = roomBeside(element, texts);
    if (room > unusedRoomPx) faults.add(`cut beside ${Math.round(room)} px: ${named(element)}`);
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    if (!element.closest('[title]')) faults.add(`cut without a tooltip: ${named(element)}`);
  }
}

function lookAtFields(faults: Set<string>): void {
  for (const field of document.querySelectorAll<HTMLElement>('.input:not(.n)')) {
    const { clientWidth } = field;
    if (isDrawn(field) && clientWidth < leastFieldPx) {
      faults.add(`squeezed to ${clientWidth} px: ${named(field, field.ariaLabel ?? '')}`);
    }
  }
}

/** Whether one of two elements is drawn over the other on purpose, as a popover is. */
function isLayered(one: Element, other: Element): boolean {
  const both = [around(one), around(other)];
  return both
    .flatMap((chain, index) => chain.filter((at) => !both[1 - index]?.includes(at)))
    .some((at) => !['static', 'relative'].includes(getComputedStyle(at).position));
}

function lookForOverlaps(texts: readonly ShownText[], faults: Set<string>): void {
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      const both = overlap(one.box, other.box);
      if (!both || both.right - both.left < 2 || both.bottom - both.top < lineSlackPx) continue;
      if (one.element === other.element || isLayered(one.element, other.element)) continue;
      faults.add(
        `over each other: ${named(one.element, one.text)}, ${named(other.element, other.text)}`,
      );
    }
  }
}

function lookForEscapes(texts: readonly ShownText[], faults: Set<string>): void {
  for (const { element, text, box } of texts) {
    const edge = element.closest('button, .tag, .seg label, .kbd')?.getBoundingClientRect();
    const isOut = ({ left, right }: Box) =>
      box.left < left - slackPx || box.right > right + slackPx;
    if (edge && isOut(edge)) faults.add(`out of its control: ${named(element, text)}`);
    if (isOut({ left: 0, right: innerWidth, top: 0, bottom: 0 })) {
      faults.add(`out of the window: ${named(element, text)}`);
    }
  }
}

/** The controls whose focus ring is not drawn whole. */
function lookAtRings(faults: Set<string>): void {
  const focused = document.activeElement;
  const controls = 'button, input, select, textarea, summary, a, [tabindex="0"]';
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (!isDrawn(element) || element.closest('[inert]')) continue;
    element.focus({ preventScroll: true });
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    if (document.activeElement !== element || outlineStyle === 'none') continue;
    const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    const own = element.getBoundingClientRect();
    const edge = around(element.parentElement).find(
      (at) => getComputedStyle(at).overflowX !== 'visible',
    );
    if (!edge) continue;
    const { left, top } = edge.getBoundingClientRect();
    const x = own.left - left + edge.scrollLeft - reach;
    const y = own.top - top + edge.scrollTop - reach;
    const isWhole =
      Math.min(x, y) >= -slackPx &&
      x + own.width + 2 * reach <= edge.scrollWidth + slackPx &&
      y + own.height + 2 * reach <= edge.scrollHeight + slackPx;
    if (!isWhole) faults.add(`ring cut by ${edge.className}: ${named(element)}`);
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/**
 * Everything that is drawn wrongly: cut off, cut beside blank room or without a tooltip, over another text,
 * out of its control or of the window, or without a whole focus ring.
 */
export function layoutFaults(): readonly string[] {
  const faults = new Set<string>();
  const texts = shownTexts(faults);
  lookAtCut(texts, faults);
  lookAtFields(faults);
  lookForOverlaps(texts, faults);
  lookForEscapes(texts, faults);
  lookAtRings(faults);
  return [...faults];
}
