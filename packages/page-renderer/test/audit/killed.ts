/** A process that audits a site, to be killed: `node killed.ts SITE FOLDER`. It says how many pages it has visited. */
import { specOf, startAudits } from './support.ts';

const [site = '', folder = ''] = process.argv.slice(2);
const audits = startAudits(site, folder);
const audit = await audits.begin(specOf(`${site}/`));
setInterval(() => process.send?.(audit.visited), 2);
