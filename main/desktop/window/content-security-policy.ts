/**
 * What the window may load and run: its own files, and nothing else.
 *
 * - `style-src-attr 'none'` is left out on purpose: React and the virtual list set styles through the
 *   object model, which no directive governs, and `style-src 'self'` already refuses inline styles.
 * - Trusted Types refuse every text that would be parsed as script; React needs no policy for what it
 *   does. No policy can be created but those named, and none is.
 * - `connect-src 'self'` allows the window's own address only. All network access is in main.
 */
const directives: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** The value of the Content-Security-Policy header of every answer to the window. */
export const contentSecurityPolicy = Object.entries(directives)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');
