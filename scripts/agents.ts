/**
 * `npm run agents`: generates the list of bots of render-middleware, and the parts of its snippets for servers. With `--update`
 * it first downloads the newest version of each published list; review the difference before committing it.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { agentsModule, AGENTS_FILE } from './agents/module.ts';
import { updateSources } from './agents/sources.ts';
import { build, root } from './build.ts';

if (process.argv.includes('--update')) updateSources();
writeFileSync(AGENTS_FILE, agentsModule());
build();
const servers = path.join('packages', 'render-middleware', 'test', 'servers.test.ts');
const { status } = spawnSync(process.execPath, ['--test', '--test-name-pattern', 'the snippets', servers], {
  cwd: root,
  env: { ...process.env, UPDATE_DOCS: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
