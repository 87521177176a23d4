import { Page } from '../page.jsx';

export default () => <Page page="ahead" />;
