/*
 * The 16 px symbols of the window, drawn once per document and shown by `Icon`. They are part of the
 * script and not a file of their own: the window needs no image request, and its policy refuses markup
 * that is made from text.
 */

/** A path with the pen of all symbols, or another shape or pen. */
type Shape =
  | string
  | { readonly d: string; readonly strokeWidth?: number; readonly fill?: string }
  | { readonly cx: number; readonly cy: number; readonly r: number }
  | Readonly<Record<'x' | 'y' | 'width' | 'height' | 'rx', number>>;

const ring = { cx: 8, cy: 8, r: 6.25 };
const clock: readonly Shape[] = [ring, 'M8 4.6V8l2.3 1.5'];

const pen = {
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  fill: 'none',
} as const;

/** What is drawn by lines, each symbol as one path or as several shapes. */
const drawings = {
  all: 'M2.2 4h11.6M2.2 8h11.6M2.2 12h7.2',
  archive:
    'M2.75 5.5v6.4c0 .75.6 1.35 1.35 1.35h7.8c.75 0 1.35-.6 1.35-1.35V5.5M1.75 2.75h12.5v2.75H1.75zM6.4 8.4h3.2',
  bell: 'M3.9 6.9a4.1 4.1 0 0 1 8.2 0c0 2.2.5 3.2 1.3 4.1H2.6c.8-.9 1.3-1.9 1.3-4.1zM6.6 13.3c.35.5.85.75 1.4.75s1.05-.25 1.4-.75',
  'bell-ring':
    'M3.9 6.9a4.1 4.1 0 0 1 8.2 0c0 2.2.5 3.2 1.3 4.1H2.6c.8-.9 1.3-1.9 1.3-4.1zM6.6 13.3c.35.5.85.75 1.4.75s1.05-.25 1.4-.75M1.9 5.7a6.3 6.3 0 0 1 2-3.5M14.1 5.7a6.3 6.3 0 0 0-2-3.5',
  'bell-off':
    'M4.1 5.7c-.13.4-.2.78-.2 1.2 0 2.2-.5 3.2-1.3 4.1h7.9M5.5 3.6A4.1 4.1 0 0 1 12.1 6.9c0 .95.1 1.7.26 2.3M6.6 13.3c.35.5.85.75 1.4.75s1.05-.25 1.4-.75M2 2l12 12',
  plus: 'M8 3v10M3 8h10',
  check: 'm3 8.6 3.3 3.3L13 4.6',
  x: 'm4 4 8 8m0-8-8 8',
  'chev-d': 'm4 6 4 4 4-4',
  'chev-r': 'm6 4 4 4-4 4',
  'chev-u': 'm4 10 4-4 4 4',
  sort: 'M5 3v10m0 0-2.5-2.5M5 13l2.5-2.5M11 13V3m0 0L8.5 5.5M11 3l2.5 2.5',
  cmd: 'M5.5 5.5h5v5h-5zM5.5 5.5H4.1a1.6 1.6 0 1 1 1.4-1.6zM10.5 5.5V3.9a1.6 1.6 0 1 1 1.6 1.6zM10.5 10.5h1.6a1.6 1.6 0 1 1-1.6 1.6zM5.5 10.5v1.6a1.6 1.6 0 1 1-1.6-1.6z',
  poll: 'M13.4 6.6A5.6 5.6 0 0 0 3.3 5M2.6 9.4A5.6 5.6 0 0 0 12.7 11M3 2.4V5.2h2.8M13 13.6v-2.8h-2.8',
  hook: 'M8 2v7.2m0 0L5.2 6.4M8 9.2l2.8-2.8M2.75 10v2.2c0 .8.65 1.45 1.45 1.45h7.6c.8 0 1.45-.65 1.45-1.45V10',
  offline:
    'M2.2 2.2l11.6 11.6M8 12.7v.01M5.5 10.2a3.6 3.6 0 0 1 4.3-.5M2.9 7.6a7.2 7.2 0 0 1 3-1.8M9.6 5.7a7.2 7.2 0 0 1 3.5 1.9',
  live: 'M1.5 8h2.8l1.8-4.6 3.4 9.2L11.4 8h3.1',
  shield: 'M8 1.9 3 3.7v3.9c0 3.2 2.1 5.4 5 6.5 2.9-1.1 5-3.3 5-6.5V3.7z',
  plug: 'M5.75 1.75v3.5M10.25 1.75v3.5M3.75 5.25h8.5v2.2a4.25 4.25 0 0 1-8.5 0zM8 11.7v2.55',
  undo: 'M3 6h6.4a3.6 3.6 0 0 1 0 7.2H6.2M3 6l3-3M3 6l3 3',
  diag: 'M2.5 13.5v-4M6.2 13.5v-8M9.8 13.5V8M13.5 13.5v-11',
  trash:
    'M2.5 4.25h11M6 4.25V2.9c0-.4.3-.7.7-.7h2.6c.4 0 .7.3.7.7v1.35M4 4.25l.6 8.4c.05.7.6 1.2 1.3 1.2h4.2c.7 0 1.25-.5 1.3-1.2l.6-8.4',
  money:
    'M3.5 1.9v12.3l1.6-1 1.5 1L8 13.2l1.5 1 1.5-1 1.5 1V1.9l-1.5 1-1.5-1-1.4 1-1.5-1-1.5 1zM6 6.2h4M6 9h4',
  funnel: 'M2.25 3.25h11.5L9.5 8.5v4.75l-3-1.75v-3z',
  note: 'M3.25 2.5h9.5v7.75l-3.25 3.25H3.25zM9.5 13.5v-3.25h3.25M5.75 5.75h4.5M5.75 8.25h2.5',
  demo: 'M6.2 1.9h3.6M6.9 1.9v4L3 12.3c-.5.85.1 1.9 1.1 1.9h7.8c1 0 1.6-1.05 1.1-1.9L9.1 5.9v-4M4.9 9.7h6.2',
  phone:
    'M3.6 2.2h2.1l1.1 2.9-1.5 1.1a8.2 8.2 0 0 0 4.5 4.5l1.1-1.5 2.9 1.1v2.1c0 .75-.6 1.4-1.4 1.4A10.2 10.2 0 0 1 2.2 3.6c0-.75.6-1.4 1.4-1.4z',
  'st-waiting': clock,
  'st-attention': [
    'M7.1 2.3 1.7 11.7a1.05 1.05 0 0 0 .9 1.55h10.8a1.05 1.05 0 0 0 .9-1.55L8.9 2.3a1.04 1.04 0 0 0-1.8 0z',
    'M8 6.1v3.1',
    { d: 'M8 11.1v.01', strokeWidth: 1.7 },
  ],
  copy: [
    { x: 5.5, y: 5.5, width: 8, height: 8.5, rx: 1.5 },
    'M10.5 5.5V3.4c0-.8-.6-1.4-1.4-1.4H3.9c-.8 0-1.4.6-1.4 1.4v6.2c0 .8.6 1.4 1.4 1.4h1.6',
  ],
  clip: [
    'M5.5 3H4.2c-.8 0-1.45.65-1.45 1.45v8.1c0 .8.65 1.45 1.45 1.45h7.6c.8 0 1.45-.65 1.45-1.45v-8.1C13.25 3.65 12.6 3 11.8 3h-1.3',
    { x: 5.5, y: 1.75, width: 5, height: 2.75, rx: 1 },
  ],
  eye: [
    'M1.5 8S3.9 3.6 8 3.6 14.5 8 14.5 8 12.1 12.4 8 12.4 1.5 8 1.5 8z',
    { cx: 8, cy: 8, r: 1.9 },
  ],
  stop: [ring, 'M5.3 8h5.4'],
  search: [{ cx: 7, cy: 7, r: 4.5 }, 'm10.5 10.5 3.3 3.3'],
  more: [{ d: 'M3.2 8v.01M8 8v.01M12.8 8v.01', strokeWidth: 2 }],
  sliders: [
    'M2 4.5h6.2M11.8 4.5H14M2 11.5h2.2M7.8 11.5H14',
    { cx: 10, cy: 4.5, r: 1.8 },
    { cx: 6, cy: 11.5, r: 1.8 },
  ],
  you: [{ cx: 8, cy: 5.2, r: 2.6 }, 'M2.9 13.6c.5-2.6 2.5-4 5.1-4s4.6 1.4 5.1 4'],
  pause: [{ d: 'M5.5 3.5v9M10.5 3.5v9', strokeWidth: 2 }],
  play: [{ d: 'M5 3.2v9.6l7.6-4.8z', fill: 'currentColor' }],
  key: [{ cx: 5.2, cy: 10.8, r: 3 }, 'm7.4 8.6 5.8-5.8M10.6 5.4l2.1 2.1'],
  lock: [{ x: 3, y: 7, width: 10, height: 6.75, rx: 1.5 }, 'M5.25 7V4.9a2.75 2.75 0 0 1 5.5 0V7'],
  info: [ring, 'M8 7.4v3.5', { d: 'M8 5.1v.01', strokeWidth: 1.7 }],
  appearance: [ring, { d: 'M8 1.75a6.25 6.25 0 0 1 0 12.5z', fill: 'currentColor' }],
  keyboard: [
    { x: 1.5, y: 4, width: 13, height: 8.5, rx: 1.6 },
    'M4.2 6.8v.01M6.7 6.8v.01M9.3 6.8v.01M11.8 6.8v.01M5.4 9.9h5.2',
  ],
  clock,
  map: 'M6 3 2 4.8v8.4L6 11.4l4 1.8 4-1.8V3l-4 1.8zM6 3v8.4M10 4.8v8.4',
  pin: [
    'M8 14.3s4.6-4 4.6-7.7a4.6 4.6 0 0 0-9.2 0c0 3.7 4.6 7.7 4.6 7.7z',
    { cx: 8, cy: 6.6, r: 1.5 },
  ],
  tag: [
    'M2 3.4v4.1c0 .4.15.75.42 1.02l5.1 5.06c.56.55 1.46.55 2.02 0l3.98-3.98a1.43 1.43 0 0 0 0-2.02L8.5 2.42A1.44 1.44 0 0 0 7.48 2H3.4C2.63 2 2 2.63 2 3.4z',
    { d: 'M5.1 5.1v.01', strokeWidth: 1.8 },
  ],
} satisfies Readonly<Record<string, string | readonly Shape[]>>;

/** Points up and right. */
export const arrowhead =
  'M13.06 1.52a1.08 1.08 0 0 1 1.42 1.42l-4.5 11.1c-.36.9-1.66.84-1.94-.08L6.7 9.6a.5.5 0 0 0-.3-.3L2.04 7.96c-.92-.28-.98-1.58-.08-1.94z';

/** What is drawn as an area or with a pen of its own. */
const areas = {
  'st-active': <path fill="currentColor" d={arrowhead} />,
  'st-done': (
    <>
      <mask id="k-done">
        <path fill="#fff" d="M0 0h16v16H0z" />
        <path {...pen} d="m5 8.3 2.1 2.1 4-4.5" stroke="#000" strokeWidth="1.7" />
      </mask>
      <circle cx="8" cy="8" r="7" fill="currentColor" mask="url(#k-done)" />
    </>
  ),
  'st-problem': (
    <>
      <mask id="k-prob">
        <path fill="#fff" d="M0 0h16v16H0z" />
        <path {...pen} d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke="#000" strokeWidth="1.7" />
      </mask>
      <path
        fill="currentColor"
        mask="url(#k-prob)"
        d="M5.5 1h5a1 1 0 0 1 .7.3l3.5 3.5a1 1 0 0 1 .3.7v5a1 1 0 0 1-.3.7l-3.5 3.5a1 1 0 0 1-.7.3h-5a1 1 0 0 1-.7-.3L1.3 11.2a1 1 0 0 1-.3-.7v-5a1 1 0 0 1 .3-.7l3.5-3.5a1 1 0 0 1 .7-.3z"
      />
    </>
  ),
  'st-unknown': (
    <g {...pen}>
      <circle cx="8" cy="8" r="6.25" strokeDasharray="2.55 2.36" strokeLinecap="butt" />
      <path d="M6.35 6.4a1.68 1.68 0 1 1 2.5 1.47c-.53.3-.85.62-.85 1.18" />
      <path d="M8 11.2v.01" strokeWidth="1.7" />
    </g>
  ),
} as const;

export type IconName = keyof typeof drawings | keyof typeof areas;

function drawn(shape: Shape) {
  if (typeof shape === 'string') return <path key={shape} d={shape} />;
  if ('d' in shape) return <path key={shape.d} {...shape} />;
  if ('r' in shape) return <circle key={`circle ${shape.cx} ${shape.cy}`} {...shape} />;
  return <rect key="rect" {...shape} />;
}

/** All symbols, invisible until an `Icon` refers to one. Mounted once, beside the screens. */
export function IconSprite() {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden="true">
      {Object.entries(drawings).map(([name, shapes]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 16 16">
          <g {...pen}>{[shapes].flat().map(drawn)}</g>
        </symbol>
      ))}
      {Object.entries(areas).map(([name, drawing]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 16 16">
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}
