import { reactRouter } from '@react-router/dev/vite';

export default { base: '/shop/', plugins: [reactRouter()] };
