import { type ConnectionScope, type ProviderType, SCOPE_KEYS } from '#libs/connection-scope';
import type { JSX } from 'react';
import { TextField } from './form.js';
import { fieldOf } from './scope-errors.js';

/** The fields of a scope: where a store is, never how to get in. */
export function ScopeFields(props: { type: ProviderType; scope?: ConnectionScope }): JSX.Element {
  const { type, scope = {} } = props;
  return (
    <>
      {Object.entries(SCOPE_KEYS[type]).map(([key, { label, meaning, required, example }]) => (
        <TextField
          key={`${type} ${key}`}
          name={fieldOf(key)}
          label={required ? label : `${label} (optional)`}
          hint={meaning}
          placeholder={example}
          defaultValue={typeof scope[key] === 'string' ? scope[key] : ''}
          required={required}
          maxLength={1024}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </>
  );
}
