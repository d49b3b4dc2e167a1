import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { windowBridge } from './bridge.ts';
import { realTime } from './stores/window-time.ts';
import { firstSpeech } from './text/texts.ts';
import { createWindowModel } from './window-model.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root.');

const model = createWindowModel(windowBridge(), realTime, firstSpeech(location.search));
model.start();
createRoot(root).render(<App model={model} />);
