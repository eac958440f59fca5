import { faultsOfBody } from '../../dist/test/support/response-schemas.js';
import NodeEnvironment from './node-environment.mjs';

/** Lends suites the response schemas, which are compiled once per worker instead of once per suite. */
export default class SuiteEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    this.global.faultsOfBody = faultsOfBody;
  }
}
