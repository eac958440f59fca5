import Sequencer from '@jest/test-sequencer';

/** What takes a minute, or waits for packages of another language: begun last, it would run alone at the end. */
const LONG = [
  ...['libs/kms/src/cloud-key.moto', 'test/walkthroughs/', 'tools/helm/', 'test/matrix/bodies'],
  ...['test/cross-team/allowed-actions', 'test/security-profile/strict', 'test/audit-tour/'],
  ...['libs/requests/src/lifecycle/request-model', 'test/e2e/anonymous-bursts', 'test/e2e/main-job'],
  ...[
    'libs/database/src/schema-version',
    'test/cli/',
    'test/console/',
    'tools/model/',
    'test/e2e/several-agents',
  ],
];

/** Begins with the long suites, then goes on as Jest does: by the time that each took, else by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.some((part) => path.includes(part));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
