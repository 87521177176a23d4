import { mountedOn, propsOfPage } from './page.ts';
import { makeApp } from './vue.ts';

makeApp(propsOfPage()).mount(mountedOn());
