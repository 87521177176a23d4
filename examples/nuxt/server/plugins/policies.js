import { engine } from '../utils/engine.mjs';

export default defineNitroPlugin(() => engine.start());
