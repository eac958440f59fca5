import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenapiDocument } from '../openapi/schema.js';

/** Writes the types of packages/client, unless they are up to date with the description and this generator. */
const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const file = at('packages/client/src/schema.ts');
const description = readFileSync(at('docs/api/openapi.json'), 'utf8');
const generator = readFileSync(new URL('./client-types.js', import.meta.url));
const digest = createHash('sha256').update(description).update(generator).digest('hex');
const mark = `// sha256 of description and generator: ${digest}\n`;
if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(mark)) {
  const { clientTypes } = await import('./client-types.js');
  writeFileSync(file, mark + (await clientTypes(JSON.parse(description) as OpenapiDocument)));
}
