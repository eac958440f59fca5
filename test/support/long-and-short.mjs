import Sequencer from '@jest/test-sequencer';

/** What takes a minute, or waits for packages of another language: begun last, it would run alone at the end. */
const LONGEST = [
  ...['libs/kms/src/cloud-key.moto', 'test/walkthroughs/', 'tools/helm/', 'test/matrix/bodies'],
  ...['test/cross-team/allowed-actions', 'test/security-profile/strict', 'test/audit-tour/'],
  ...['libs/requests/src/lifecycle/request-model', 'libs/database/src/schema-version', 'tools/model/'],
  ...['test/e2e/anonymous-bursts', 'test/e2e/main-job', 'test/e2e/several-agents', 'test/e2e/strangers'],
  ...['test/e2e/sign-in.spec', 'test/cli/', 'test/console/', 'tools/stack/', 'tools/release/'],
];
/** The share of the short suites that run between the long ones; the others fill the gap at the end. */
const BETWEEN = 0.8;

/**
 * Mixes short suites between the long ones, each as Jest sorts them: by the time that they took, else by size. Long ones
 * wait most of their time, for processes and deadlines, and short ones compute: together they keep all cores busy.
 */
export default class LongAndShort extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const [longest, others] = parted(sorted, LONGEST);
    const [stories, short] = parted(others, ['/test/']);
    const long = [...longest, ...stories];
    const upTo = (n) => Math.round((n * BETWEEN * short.length) / long.length);
    return [
      ...long.flatMap((test, n) => [test, ...short.slice(upTo(n), upTo(n + 1))]),
      ...short.slice(upTo(long.length)),
    ];
  }
}

/** Returns the suites whose path holds one of these parts, and the others. */
function parted(tests, parts) {
  const holds = ({ path }) => parts.some((part) => path.includes(part));
  return [tests.filter(holds), tests.filter((test) => !holds(test))];
}
