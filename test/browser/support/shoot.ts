import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { servedPage } from './served-page.ts';
import { scenes } from './scenes.ts';

/*
 * Takes pictures of the built window with a FakeBridge behind it, under the same content security
 * policy as the app:
 *
 *   node test/browser/support/shoot.ts <folder> [scene[:theme[:density[:WIDTHxHEIGHT]]] ...]
 *
 * Without scenes it takes all of them in light and dark. It ends with 1 when a page reports an error,
 * which includes everything that the policy refuses.
 */

const [folder = '.shots', ...wanted] = process.argv.slice(2);
const all = Object.keys(scenes).flatMap((scene) => [`${scene}:light`, `${scene}:dark`]);
let hasErrors = false;

await mkdir(folder, { recursive: true });
const gallery = await servedPage(resolve(import.meta.dirname, 'gallery.html'));
const complain = (name: string, text: string) => {
  hasErrors = true;
  console.error(`${name}: ${text}`);
};

try {
  for (const name of wanted.length > 0 ? wanted : all) {
    const [
      scene = 'board',
      theme = 'light',
      density = 'comfortable',
      size = '1180x760',
      language = 'en',
    ] = name.split(':');
    const [width = 1180, height = 760] = size.split('x').map(Number);
    const page = await gallery.browser.newPage({ viewport: { width, height } });
    page.on('pageerror', (error) => complain(name, error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complain(name, message.text());
    });
    await page.goto(
      `${gallery.address}?scene=${scene}&theme=${theme}&density=${density}&language=${language}`,
    );
    await page.waitForSelector('html[data-ready="yes"]', { state: 'attached' });
    const file = resolve(folder, `${name.replaceAll(':', '-')}.png`);
    await page.screenshot({ path: file });
    console.log(file);
    await page.close();
  }
} finally {
  await gallery.close();
}
process.exitCode = hasErrors ? 1 : 0;
