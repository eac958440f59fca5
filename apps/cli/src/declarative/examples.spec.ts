import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { readDocuments } from './files.js';
import { KIND_NAMES, keyOf } from './kind.js';
import { KINDS } from './kinds/all.js';
import { schemaOf } from './schema.js';

const FOLDER = 'examples/platform';
/** Objects that the service creates itself. */
const THERE = ['Role approver'];

describe('the example platform repository', () => {
  it('is valid, and references only its own objects, people and built-in roles', async () => {
    const documents = await readDocuments([FOLDER]);
    const known = new Set(documents.map(({ kind, key }) => `${kind} ${key}`));
    const unknown = documents
      .flatMap(({ kind, spec }) => KINDS[kind].references(spec))
      .filter(({ to, identity }) => to !== 'User' && !known.has(`${to} ${keyOf(identity)}`))
      .map(({ to, identity }) => `${to} ${identity.join('/')}`);
    expect(unknown).toEqual(THERE);
    const kinds = new Set(documents.map(({ kind }) => kind));
    expect(KIND_NAMES.filter((kind) => !kinds.has(kind))).toEqual(['GitopsMapping']);
  });

  it('is accepted by the schema for editors, which rejects what apply rejects', () => {
    const accepts = new Ajv2020({ strict: true, strictRequired: false }).compile(schemaOf(null));
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^\w.*\.yaml$/.test(file),
    );
    const documents = files.flatMap((file) => parseAllDocuments(readFileSync(`${FOLDER}/${file}`, 'utf8')));
    expect(documents.length).toBeGreaterThan(20);
    for (const document of documents) {
      const value = document.toJS() as { spec: object };
      expect([accepts(value), accepts.errors]).toEqual([true, null]);
      expect(accepts({ ...value, spec: { ...value.spec, unknown: 1 } })).toBe(false);
    }
  });

  it('plans on branches and applies on main', () => {
    const jobs = readFileSync(`${FOLDER}/.github/workflows/countersign.yml`, 'utf8');
    expect(jobs).toContain('countersign plan -f . --detailed-exitcode');
    expect(jobs).toContain('countersign apply -f . --prune --yes');
  });
});
