/** The panel's styles: put together from one piece per concern. */
import { choiceCss } from './choice.css.ts';
import { componentsCss } from './components.css.ts';
import { formsCss } from './forms.css.ts';
import { layoutCss } from './layout.css.ts';
import { readingCss } from './reading.css.ts';
import { requestsCss } from './requests.css.ts';

export const panelCss: string = layoutCss + componentsCss + formsCss + readingCss + choiceCss + requestsCss;
