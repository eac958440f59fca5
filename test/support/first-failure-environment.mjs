import { TestEnvironment } from 'jest-environment-node';

/** The changed program that a test has noticed. */
let noticed;

/** Runs no further tests on a changed program once one has failed: Jest itself would go on to the end of the file. */
export default class FirstFailureEnvironment extends TestEnvironment {
  handleTestEvent({ name, test }) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (mutant === undefined) return;
    if (name === 'test_fn_failure' || name === 'hook_failure') noticed = mutant;
    if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
  }
}
