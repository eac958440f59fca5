import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAgentsFile } from '../../apps/agent/src/config/agents-file.js';
import { AGENT_VARIABLES } from '../../apps/agent/src/config/variables.js';
import { COMMAND_LINES } from '../../apps/agent/src/run-cli.js';

const PAGE = readFileSync('docs/agent.md', 'utf8');
/** Variables of the service that the page mentions. */
const OF_THE_SERVICE = ['SVC_JOB_LEASE_TTL'];

describe('the page about agents', () => {
  it('names existing variables', () => {
    const named = new Set(PAGE.match(/\b(?:SVC|VAULT)_[A-Z_]*[A-Z]\b/g));
    const known = [...Object.keys(AGENT_VARIABLES), ...OF_THE_SERVICE];
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('shows a file of several agents that is accepted', () => {
    const [, example = ''] = /```yaml\n(agents:[^`]+)```/.exec(PAGE) ?? [];
    const { entries, faults } = parseAgentsFile(example);
    expect(faults).toEqual([]);
    expect(entries.map(({ name }) => name)).toEqual(['team-a-vault', 'team-b-vault']);
  });

  it('lists every command with its options', () => {
    for (const { name, options } of COMMAND_LINES) {
      const row = PAGE.split('\n').find((line) => new RegExp(`^\\| \`${name}[ \`]`).test(line));
      for (const option of Object.keys(options)) expect(row).toContain(`--${option}`);
    }
  });
});
