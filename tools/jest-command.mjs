import { join } from 'node:path';
import { root } from './prepare.mjs';

export { root };

/**
 * Returns the command that runs this project's Jest with these arguments: Node, its flags for ECMAScript modules, Jest.
 */
export function jestCommand(...args) {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  return [process.execPath, '--experimental-vm-modules', '--no-warnings', jest, ...args];
}
