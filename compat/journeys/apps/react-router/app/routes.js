import { index, route } from '@react-router/dev/routes';

export default [index('routes/start.jsx'), route('other', 'routes/other.jsx'), route('ahead', 'routes/ahead.jsx')];
