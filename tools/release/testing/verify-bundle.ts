import { createHash, type KeyObject } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';

/** Verifies a bundle with sigstore's library and that key, without a transparency log. @throws Error */
export function verifyBundle(bundle: object, artifact: string, trusted: KeyObject): void {
  const rawBytes = trusted.export({ type: 'spki', format: 'der' });
  const hint = createHash('sha256').update(rawBytes).digest('base64');
  const nothing = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  const root = { mediaType: '', ...nothing, signingConfig: undefined };
  const verifier = new Verifier(toTrustMaterial(root, { [hint]: { rawBytes } as never }), {
    ...{ tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 },
  });
  verifier.verify(toSignedEntity(bundleFromJSON(bundle), Buffer.from(artifact)));
}
