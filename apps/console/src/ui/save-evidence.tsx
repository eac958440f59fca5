import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { fetchEvidence } from '../api/queries/evidence.js';
import { ActionButton } from './button.js';
import { CodeBlock } from './code-block.js';
import { counted } from './counted.js';
import styles from './save-evidence.module.css';
import { saveFile } from './save-file.js';
import { Problem } from './states.js';
import { useLogKey } from './use-log-key.js';

export interface SaveEvidenceProps {
  readonly ids: readonly string[];
  /** Of the file, without its ending. */
  readonly name: string;
}

/** Saves the proofs of events as a file, which `countersign-verify` checks on a machine that knows nothing of the service. */
export function SaveEvidence({ ids, name }: SaveEvidenceProps): JSX.Element {
  const file = `${name}.proofs.json`;
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const proofs = await fetchEvidence(ids);
      const text = `${JSON.stringify(proofs, null, 1)}\n`;
      if (proofs.length > 0) saveFile(file, new Blob([text], { type: 'application/json' }));
      return { saved: proofs.length, left: ids.length - proofs.length };
    },
  });
  return (
    <>
      <ActionButton icon="audit" busy={isPending} onClick={() => mutate()}>
        Save evidence
      </ActionButton>
      {error && <Problem error={error} />}
      {data && (
        <div className={styles.saved}>
          <p role="status">
            {data.saved > 0 && `${counted(data.saved, 'proof')} saved. `}
            {data.left > 0 &&
              `${counted(data.left, 'event')} ${data.left === 1 ? 'is' : 'are'} not sealed yet. `}
            {data.saved > 0 && 'On a machine of your own:'}
          </p>
          {data.saved > 0 && <Command file={file} />}
        </div>
      )}
    </>
  );
}

function Command({ file }: { file: string }): JSX.Element {
  const { key, isPinned } = useLogKey();
  return (
    <>
      <CodeBlock label="Command">{`countersign-verify --key ${key} --proof ${file}`}</CodeBlock>
      {!isPinned && <p>The key comes from this service: compare it with one from another source.</p>}
    </>
  );
}
