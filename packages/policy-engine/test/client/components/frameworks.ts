/** The test page in each framework: rendered by the framework's own server renderer, and built for the browser. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { compile } from 'svelte/compiler';
import { renderToString as renderVue } from 'vue/server-renderer';
import type { PageProps } from './apps/page-props.ts';
import { App } from './apps/react.ts';
import { makeApp } from './apps/vue.ts';

const APPS = path.join(import.meta.dirname, 'apps');

/** Compiles components of Svelte. */
export function svelteFiles(generate: 'server' | 'client', dev = true): Plugin {
  return {
    name: 'svelte',
    setup: (build) =>
      build.onLoad({ filter: /\.svelte$/ }, async ({ path: file }) => {
        const { js } = compile(await readFile(file, 'utf8'), { filename: file, generate, dev });
        return { contents: js.code, loader: 'js' };
      }),
  };
}

/** Builds a module for the browser. */
export async function bundleOf(
  options: BuildOptions,
  mode: 'development' | 'production' = 'development',
): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['svelte', mode],
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    plugins: [svelteFiles('client', mode === 'development')],
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

async function svelteRenderer(): Promise<(props: PageProps) => string> {
  // Inside the package, where its name resolves to itself.
  const folder = await mkdtemp(path.join(APPS, '.built-'));
  try {
    const outfile = path.join(folder, 'server.js');
    await build({
      entryPoints: [path.join(APPS, 'svelte-server.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      plugins: [svelteFiles('server', false)],
    });
    const { render } = (await import(pathToFileURL(outfile).href)) as { render: (props: PageProps) => string };
    return render;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A framework. */
export interface Framework {
  readonly name: string;
  render(props: PageProps): string | Promise<string>;
  /** Text of the page's script. */
  readonly script: string;
}

const scriptOf = (name: string) => bundleOf({ entryPoints: [path.join(APPS, `${name}-client.ts`)] });

/** The frameworks by their names, in their development builds, which warn of hydration mismatches. */
export const FRAMEWORKS: Readonly<Record<string, () => Promise<Framework>>> = {
  react: async () => ({
    name: 'react',
    render: (props) => renderReact(createElement(App, props)),
    script: await scriptOf('react'),
  }),
  vue: async () => ({ name: 'vue', render: (props) => renderVue(makeApp(props)), script: await scriptOf('vue') }),
  svelte: async () => ({ name: 'svelte', render: await svelteRenderer(), script: await scriptOf('svelte') }),
};
