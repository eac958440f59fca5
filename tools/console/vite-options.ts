import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { firstScript } from './first-script.js';
import { frameChunk, sharedChunk } from './shared-chunk.js';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const FRAME_PACKAGES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|openapi-fetch|@tanstack\/[^/]+)\//;

const ENTRY = at('apps/console/src/main.tsx');

/** Output folder of the console. */
export const OUTPUT = at('dist/console');

/** Returns Vite's options to build or, for development, serve the console. */
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
      // Nothing is inlined into the page: its policy forbids inline scripts, and data: except for images.
      assetsInlineLimit: 0,
      // One style sheet for all pages: together the styles have half the size.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      // The contents of each chunk, for the size budget.
      manifest: 'manifest.json',
      chunkSizeWarningLimit: 1000,
      // 'use client' in packages is for server-side rendering, which is not used.
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        // The first load lists the files of all pages: only by short hashes, to keep it small.
        output: {
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[hash][extname]',
          // Framework packages are one file, which stays cached when only our code changes.
          codeSplitting: {
            groups: [
              { name: 'frame-packages', test: FRAME_PACKAGES, priority: 3 },
              {
                debugName: 'frame',
                name: frameChunk(ENTRY),
                priority: 2,
                includeDependenciesRecursively: false,
              },
              {
                debugName: 'shared',
                name: sharedChunk(ENTRY),
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

/**
 * Starts every style sheet with the order of layers, because the browser uses the order of the sheet that it reads first.
 */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) => (/\.css(\?|$)/.test(id) ? `@layer reset, tokens, ui, page;\n${code}` : null),
  };
}
