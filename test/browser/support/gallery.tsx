import './no-eval.ts';
import '../../../renderer/styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from '../../../renderer/app.tsx';
import { realTime } from '../../../renderer/stores/window-time.ts';
import { createWindowModel } from '../../../renderer/window-model.ts';
import { scenes } from './scenes.ts';

/*
 * Shows the window with a FakeBridge: `gallery.html?scene=offline&theme=dark`. It is not part of the
 * product; `shoot.ts` takes pictures of it.
 */
const wanted = new URLSearchParams(location.search);
const scene = scenes[wanted.get('scene') ?? 'board'];
if (!scene) throw new Error(`No such scene. There are: ${Object.keys(scenes).join(', ')}`);

const { fake, act } = scene();
const theme = wanted.get('theme') === 'dark' ? 'dark' : 'light';
const density = wanted.get('density') === 'compact' ? 'compact' : 'comfortable';
const language = wanted.get('language') === 'zh-Hant' ? 'zh-Hant' : 'en';
fake.changeApp({
  settings: { ...fake.app.settings, theme, density, language },
  speech: { language, locale: language === 'en' ? 'en' : 'zh-Hant-HK' },
});

const root = document.querySelector('#root');
if (!root) throw new Error('gallery.html has no #root.');
const model = createWindowModel(fake.bridge, realTime);
model.start();
createRoot(root).render(<App model={model} />);
await new Promise((resolve) => setTimeout(resolve, 300));
await act?.(model, fake);
await new Promise((resolve) => setTimeout(resolve, 300));
document.documentElement.dataset['ready'] = 'yes';
