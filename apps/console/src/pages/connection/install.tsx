import type { JSX } from 'react';
import { Button } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import styles from './page.module.css';
import { containerSnippet, helmSnippet, type Installation, systemdSnippet } from './snippets.js';

/** How to install the agent. The snippets don't contain the token: they prompt for it. */
export function Install({ installation }: { installation: Installation }): JSX.Element {
  return (
    <>
      <p>
        Each of these asks for the token: paste it, then press Enter and Ctrl+D. On a command line others
        could read it.
      </p>
      <Snippet title="Kubernetes, with the Helm chart" text={helmSnippet(installation)} />
      <Snippet title="A machine with systemd" text={systemdSnippet(installation)} />
      <Snippet title="A container" text={containerSnippet(installation)} />
    </>
  );
}

function Snippet({ title, text }: { title: string; text: string }): JSX.Element {
  return (
    <details className={styles.snippet}>
      <summary>{title}</summary>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
      <Button icon="copy" onClick={() => void copyText(text)}>
        Copy
      </Button>
    </details>
  );
}
