import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Specs that open no database come first: on a changed program that one of them notices, the others open none. */
export default class DatabaseLast extends Sequencer {
  sort(tests) {
    const opens = ({ path }) => /createTestDatabase|openWorld/.test(readFileSync(path, 'utf8'));
    return [...tests.filter((test) => !opens(test)), ...tests.filter(opens)];
  }
}
