import type { JSX } from 'react';
import { CodeBlock } from '../../ui/code-block.js';
import { Section } from '../../ui/page.js';
import { useLogKey } from '../../ui/use-log-key.js';

/** Commands that verify the log on another machine, because this page comes from the service itself. */
export function CliCommands(): JSX.Element {
  const { key } = useLogKey();
  return (
    <Section title="On another machine">
      <p>
        This page comes from the service that it verifies. On a machine of your own, the first command keeps a
        checkpoint each time it runs and verifies that the log continues the last one; the second verifies
        events against the kept checkpoint.
      </p>
      <CodeBlock label="Commands">
        {`countersign audit checkpoint --save checkpoints --key ${key}\n`}
        {`countersign audit verify --since 24h --key ${key} --kept checkpoints`}
      </CodeBlock>
    </Section>
  );
}
