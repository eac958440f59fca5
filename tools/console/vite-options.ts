import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { firstScript } from './first-script.js';
import { sharedChunk } from './shared-chunk.js';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const FRAME_PACKAGES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|openapi-fetch|@tanstack\/[^/]+)\//;

/** Where the console is built to. */
export const OUTPUT = at('dist/console');

/** Returns how Vite builds the console or, for development, serves it. */
export function viteOptions(): InlineConfig {
  return {
    root: at('apps/console'),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [layerOrder(), firstScript(at('apps/console/src'))],
    resolve: {
      alias: {
        '@countersign/client': at('packages/client/src/index.ts'),
        '#libs/connection-scope': at('libs/connection-scope/src/index.ts'),
        '#libs/log-proofs': at('libs/log-proofs/src/index.ts'),
        '#libs/permissions': at('libs/permissions/src/index.ts'),
      },
    },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir: OUTPUT,
      emptyOutDir: true,
      target: 'es2023',
      // Nothing is written into the page: its policy refuses inline scripts, and data: but for pictures.
      assetsInlineLimit: 0,
      // One sheet for all pages: together the styles are half the bytes.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      // What each chunk holds, for the budget of sizes.
      manifest: 'manifest.json',
      chunkSizeWarningLimit: 1000,
      // 'use client' in packages is for servers that render: there is none.
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        // The first load names every file of every page: their hashes alone say which.
        output: {
          chunkFileNames: 'assets/[hash].js',
          assetFileNames: 'assets/[hash][extname]',
          // The packages of the frame are one file, which stays in the cache when only our own code is new.
          codeSplitting: {
            groups: [
              { name: 'frame-packages', test: FRAME_PACKAGES, priority: 2 },
              {
                debugName: 'shared',
                name: sharedChunk(),
                minShareCount: 5,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  };
}

/** Begins every style sheet with the order of layers: the browser takes the order of the sheet that it reads first. */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) => (/\.css(\?|$)/.test(id) ? `@layer reset, tokens, ui, page;\n${code}` : null),
  };
}
