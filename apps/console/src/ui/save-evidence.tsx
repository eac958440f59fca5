import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { servedKeyQuery } from '../api/queries/audit.js';
import { fetchEvidence } from '../api/queries/evidence.js';
import { pinnedKey } from '../proof/pinned-key.js';
import { ActionButton } from './button.js';
import { numberText } from './number-text.js';
import styles from './save-evidence.module.css';
import { saveFile } from './save-file.js';
import { shellQuoted } from './shell-quoted.js';
import { Problem } from './states.js';

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
      if (proofs.length > 0) saveFile(file, `${JSON.stringify(proofs, null, 1)}\n`);
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
            {data.saved > 0 && `${numberText(data.saved)} ${data.saved === 1 ? 'proof' : 'proofs'} saved. `}
            {data.left > 0 &&
              `${numberText(data.left)} ${data.left === 1 ? 'event is' : 'events are'} not sealed yet. `}
            {data.saved > 0 && 'On a machine of your own:'}
          </p>
          {data.saved > 0 && <Command file={file} />}
        </div>
      )}
    </>
  );
}

function Command({ file }: { file: string }): JSX.Element {
  const served = useQuery(servedKeyQuery).data ?? '<name+id+key>';
  const pinned = pinnedKey();
  return (
    <>
      <pre className={styles.command} tabIndex={0} aria-label="Command">
        {`countersign-verify --key ${shellQuoted(pinned?.key ?? served)} --proof ${file}`}
      </pre>
      {pinned === null && <p>The key comes from this service: compare it with one from another source.</p>}
    </>
  );
}
