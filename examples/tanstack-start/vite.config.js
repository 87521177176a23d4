import { tanstackStart } from '@tanstack/react-start/plugin/vite';

export default { plugins: [tanstackStart()] };
