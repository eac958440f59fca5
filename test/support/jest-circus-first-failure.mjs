import { createEmptyTestResult } from '@jest/test-result';
import circus from 'jest-circus/runner';

/** Loads no further spec once one has noticed the changed program. One that can not even load has noticed it too. */
export default async function run(globalConfig, config, environment, runtime, path, ...rest) {
  if (environment.isDecided) return resultOf(path, 'pending');
  try {
    const result = await circus.default(globalConfig, config, environment, runtime, path, ...rest);
    if (!result.testExecError || !environment.isChanged) return result;
    return failed(environment, path, result.testExecError);
  } catch (error) {
    if (!environment.isChanged) throw error;
    return failed(environment, path, error);
  }
}

function failed(environment, path, { message }) {
  environment.decide();
  return { ...resultOf(path, 'failed', [message]), numFailingTests: 1 };
}

function resultOf(path, status, failureMessages = []) {
  const name = 'a spec as a whole';
  const one = {
    ancestorTitles: [],
    title: name,
    fullName: name,
    status,
    failureMessages,
    failureDetails: [],
  };
  return { ...createEmptyTestResult(), testFilePath: path, testResults: [one] };
}
