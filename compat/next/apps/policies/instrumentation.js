export { register } from 'render-middleware/next';
