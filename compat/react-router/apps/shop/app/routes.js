import { index, route } from '@react-router/dev/routes';

export default [
  index('routes/home.jsx'),
  route('sign-up', 'routes/sign-up.jsx'),
  route('policies/*', 'routes/policies.js'),
  route('open.json', 'routes/open.js'),
];
