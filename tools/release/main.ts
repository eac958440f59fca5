import { parseArgs } from 'node:util';
import { writeRelease } from './write-release.js';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const written = writeRelease(values.out);
process.stdout.write(`${values.out}: ${written.join(', ')}\n`);
