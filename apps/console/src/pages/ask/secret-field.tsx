import { useQuery } from '@tanstack/react-query';
import { type JSX, useEffect, useId } from 'react';
import { secretSearchQuery } from '../../api/queries/secrets.js';
import { TextField } from '../../ui/form.js';
import { useSettled } from '../../ui/use-settled.js';
import type { Wish } from './use-wish.js';

/** The secret, by search among those that were discovered, or typed. */
export function SecretField({ wish }: { wish: Wish }): JSX.Element {
  const listId = useId();
  const part = useSettled(wish.secret_ref);
  const found = useQuery(secretSearchQuery(part)).data ?? [];
  const refs = [...new Set(found.map(({ ref }) => ref))];
  const { secret_ref: ref, secret, chooseSecret } = wish;
  const handOver = wish.kind === 'cross_team';
  const known = found.filter((each) => each.ref === ref);
  const fits = known.find((each) => each.provider_connection_id === wish.provider_connection_id) ?? known[0];
  useEffect(() => {
    if (fits !== undefined && fits.id !== secret?.id) chooseSecret(ref, fits);
  }, [fits, secret, ref, chooseSecret]);
  return (
    <>
      <TextField
        name={handOver ? 'destination_secret_ref' : 'secret_ref'}
        label={handOver ? 'Our secret that gets them' : 'Secret'}
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
