import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** Storages in use since the suite began. */
const used = new Set();
for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...args) {
    used.add(this);
    return original.apply(this, args);
  };
}

/**
 * Disables a suite's AsyncLocalStorage when the suite ends. Until Node 24, each enabled one is called for every promise of
 * the process, so that a suite took longer the more suites its worker had run.
 */
export default class NodeEnvironment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
}
