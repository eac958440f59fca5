import type { JSX } from 'react';
import type { useNames } from '../api/queries/names.js';

/** A person by name, or by the end of their id where the name is not for whoever looks. */
export function PersonName({ id, nameOf }: { id: string; nameOf: ReturnType<typeof useNames> }): JSX.Element {
  const name = nameOf(`user:${id}`);
  return name === undefined ? <code title={id}>…{id.slice(-6)}</code> : <bdi>{name}</bdi>;
}
