import { useQuery } from '@tanstack/react-query';
import { type JSX, useEffect, useId } from 'react';
import { secretSearchQuery } from '../../api/queries/secrets.js';
import { TextField } from '../../ui/form.js';
import { useDebounced } from '../../ui/use-debounced.js';
import type { RequestDraft } from './use-request-draft.js';

/** The secret, by search among those that were discovered, or typed. */
export function SecretField({ draft }: { draft: RequestDraft }): JSX.Element {
  const listId = useId();
  const part = useDebounced(draft.secret_ref);
  const found = useQuery(secretSearchQuery(part)).data ?? [];
  const refs = [...new Set(found.map(({ ref }) => ref))];
  const { secret_ref: ref, secret, chooseSecret } = draft;
  const crossTeam = draft.kind === 'cross_team';
  const known = found.filter((each) => each.ref === ref);
  const fits = known.find((each) => each.provider_connection_id === draft.provider_connection_id) ?? known[0];
  useEffect(() => {
    if (fits !== undefined && fits.id !== secret?.id) chooseSecret(ref, fits);
  }, [fits, secret, ref, chooseSecret]);
  return (
    <>
      <TextField
        name={crossTeam ? 'destination_secret_ref' : 'secret_ref'}
        label={crossTeam ? 'Our secret that gets them' : 'Secret'}
        hint="Its reference in the store, as in apps/payments/db. Three letters of it find it."
        list={listId}
        value={ref}
        onChange={({ target: { value } }) => chooseSecret(value.trim(), null)}
        maxLength={1024}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <datalist id={listId}>
        {refs.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
