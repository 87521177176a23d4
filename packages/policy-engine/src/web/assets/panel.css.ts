/** The panel's styles: put together from one piece per concern. */
import { componentsCss } from './components.css.ts';
import { formsCss } from './forms.css.ts';
import { layoutCss } from './layout.css.ts';
import { readingCss } from './reading.css.ts';

export const panelCss: string = layoutCss + componentsCss + formsCss + readingCss;
