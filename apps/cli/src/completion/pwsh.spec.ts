import { describe, expect, it } from '@jest/globals';
import { pwsh } from './pwsh.js';

/** The characters that PowerShell takes for an apostrophe, besides the apostrophe itself. */
const QUOTES = ['\u2018', '\u2019', '\u201a', '\u201b'];

describe('the completion of PowerShell', () => {
  const script = pwsh({
    nodes: [{ path: `it's ${QUOTES.join('')}`, commands: [], options: [], argument: null }],
    ...{ valued: [], named: new Map() },
  });

  it('doubles whatever ends a quoted word', () => {
    expect(script).toContain(`'it''s ${QUOTES.map((each) => each + each).join('')}' = @{`);
  });

  it('leaves out a name with a typographic quote before it is inserted', () => {
    const [, pattern = ''] = /if \(\$name -match '([^']*)'\) \{ return \}\n *\$text = /.exec(script) ?? [];
    const refused = new RegExp(pattern);
    expect([...QUOTES, "'", 'a b'].map((each) => refused.test(`x${each}; y`))).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ]);
  });

  it('has PowerShell quote the others', () => {
    expect(script).toContain(
      `"'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($name) + "'"`,
    );
    expect(script).not.toContain('.Replace(');
  });
});
