import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>;
};
const moduleOf = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** Makes the import of a package for development fail as if it were not installed. */
const HOOKS = moduleOf(`
  const absent = new Set(${JSON.stringify(Object.keys(devDependencies))});
  export async function resolve(specifier, context, next) {
    const [scope, name] = specifier.split('/');
    const wanted = scope.startsWith('@') ? scope + '/' + name : scope;
    if (!absent.has(wanted)) return next(specifier, context);
    throw new Error('the service imports ' + wanted + ', which is a package for development');
  }`);
const REGISTER = moduleOf(`import { register } from 'node:module'; register(${JSON.stringify(HOOKS)});`);

function load(...specifiers: string[]): Promise<unknown> {
  const program = specifiers.map((each) => `await import(${JSON.stringify(each)});`).join('\n');
  const options = ['--import', REGISTER, '--input-type=module', '--eval', program];
  return promisify(execFile)(process.execPath, options);
}

describe('the built api', () => {
  it('loads without the packages for development', async () => {
    await load(resolve('dist/apps/api/src/create-app.js'));
  });

  it('would fail if one of them were imported', async () => {
    await expect(load('@nestjs/swagger')).rejects.toThrow('imports @nestjs/swagger');
  });
});
