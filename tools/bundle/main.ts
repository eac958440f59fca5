import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundlePrograms } from './bundle-programs.js';
import { CLI, type Image, IMAGES } from './images.js';

/**
 * Without arguments, as the last step of `npm run build`: bundles api, worker, agent and command line in `dist/`. With
 * `--images FOLDER`, for deploy/Dockerfile and a release: bundles the programs of the images into `FOLDER/<image>`.
 */
const dist = fileURLToPath(new URL('../..', import.meta.url));
const { images } = parseArgs({ options: { images: { type: 'string' } } }).values;
for (const [image, programs] of Object.entries(IMAGES) as [Image, readonly string[]][]) {
  const apps = programs.filter((program) => program.startsWith('apps/'));
  if (images !== undefined) await bundlePrograms(image, programs, dist, join(images, image));
  else if (apps.length > 0) await bundlePrograms(image, apps, dist, dist);
}
if (images === undefined) await bundlePrograms('cli', CLI, dist, dist);
