import NodeEnvironment from './node-environment.mjs';

/** The changed program that a test has noticed. */
let noticed;

/** Runs no further tests on a changed program once one has failed: Jest itself would go on to the end. */
export default class FirstFailureEnvironment extends NodeEnvironment {
  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.decide();
    if (name === 'test_start' && this.isDecided) test.mode = 'skip';
  }

  /** Whether the program is a changed one. */
  get isChanged() {
    return mutant() !== undefined;
  }

  get isDecided() {
    return this.isChanged && mutant() === noticed;
  }

  decide() {
    noticed = mutant();
  }
}

function mutant() {
  return process.env.__STRYKER_ACTIVE_MUTANT__;
}
