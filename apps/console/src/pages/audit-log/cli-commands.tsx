import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { servedKeyQuery } from '../../api/queries/audit.js';
import { pinnedKey } from '../../proof/pinned-key.js';
import { Section } from '../../ui/page.js';
import { shellQuoted } from '../../ui/shell-quoted.js';
import styles from './page.module.css';

/** Commands that verify the log on another machine, because this page comes from the service itself. */
export function CliCommands(): JSX.Element {
  const served = useQuery(servedKeyQuery).data ?? '<name+id+key>';
  const key = shellQuoted(pinnedKey()?.key ?? served);
  return (
    <Section title="On another machine">
      <p>
        This page comes from the service that it verifies. On a machine of your own, the first command keeps a
        checkpoint each time it runs and verifies that the log continues the last one; the second verifies
        events against the kept checkpoint.
      </p>
      <pre className={styles.commands} tabIndex={0} aria-label="Commands">
        {`countersign audit checkpoint --save checkpoints --key ${key}\n`}
        {`countersign audit verify --since 24h --key ${key} --kept checkpoints`}
      </pre>
    </Section>
  );
}
