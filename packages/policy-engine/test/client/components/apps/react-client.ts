import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './react.ts';
import { mountedOn, propsOfPage } from './page.ts';

hydrateRoot(mountedOn(), createElement(App, propsOfPage()));
