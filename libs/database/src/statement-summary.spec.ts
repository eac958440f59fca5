import { expect, it } from '@jest/globals';
import { statementSummary } from './statement-summary.js';

it.each([
  ['SELECT id FROM wraps WHERE id = $1', 'SELECT wraps'],
  ['  update Wraps SET n = $1', 'UPDATE wraps'],
  ['INSERT INTO audit_events (id) VALUES ($1)', 'INSERT audit_events'],
  ['WITH due AS (SELECT id FROM jobs FOR UPDATE SKIP LOCKED) DELETE FROM jobs', 'WITH jobs'],
  ['COMMIT', 'COMMIT'],
  ['SAVEPOINT s1', 'SAVEPOINT'],
  ["SELECT 'from canary'", 'SELECT'],
  ['SELECT $a$from canary$a$', 'SELECT'],
  ['canary', 'statement'],
  ['', 'statement'],
  [{ text: 'SELECT canary' }, 'statement'],
])('the summary of %j is %s', (text, summary) => {
  expect(statementSummary(text)).toBe(summary);
});
