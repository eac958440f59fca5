import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { environmentsOfQuery } from '../api/queries/environments.js';
import { useNames } from '../api/queries/names.js';
import { projectsQuery } from '../api/queries/places.js';
import type { Anchor } from '../api/queries/scoped-rules.js';
import type { SelectorKey } from '../pictures/selector.js';
import { SelectField, TextField } from './form.js';
import { keysOf } from './keys-of.js';
import { NamedSelect } from './named-select.js';
import { PROVIDER_NAMES } from './provider-names.js';
import type { RuleFields } from './rule-fields.js';
import styles from './selector-fields.module.css';
import { OPERATIONS, PRINCIPALS, TYPES } from './selector-labels.js';
import type { Draft } from './use-draft.js';

export interface SelectorFieldsProps {
  readonly draft: Draft<RuleFields>;
  /** Whose rule it is: its place is fixed, and so is non-prod. */
  readonly anchor?: Anchor;
}

/** What a rule applies to: every key that is chosen must match, the others are open. */
export function SelectorFields({ draft, anchor }: SelectorFieldsProps): JSX.Element {
  const field = (key: SelectorKey): Control => ({
    name: `selector.${key}`,
    value: draft.fields[`selector.${key}`],
    onChange: ({ target: { value } }) =>
      draft.choose({
        [`selector.${key}`]: value,
        ...(key === 'project_id' ? { 'selector.environment_id': '' } : {}),
      }),
  });
  return (
    <fieldset className={styles.selector}>
      <legend>Applies to</legend>
      {anchor === undefined && <Project {...field('project_id')} />}
      {anchor?.kind !== 'team' && (
        <Environment
          {...field('environment_id')}
          projectId={anchor?.id ?? draft.fields['selector.project_id']}
          scoped={anchor !== undefined}
        />
      )}
      <Kind {...field('environment_kind')} fixed={anchor !== undefined} />
      <TextField {...field('environment')} label="Environment named" maxLength={200} {...PLAIN} />
      <TextField {...field('secret_ref_prefix')} label="Reference begins with" maxLength={1024} {...PLAIN} />
      <SelectField {...field('provider_type')} label="Store">
        <option value="">any</option>
        {keysOf(PROVIDER_NAMES).map((store) => (
          <option key={store} value={store}>
            {PROVIDER_NAMES[store]}
          </option>
        ))}
      </SelectField>
      <Words {...field('operation')} label="Operation" words={OPERATIONS} />
      <Words {...field('type')} label="Type of request" words={TYPES} />
      <Words {...field('principal_kind')} label="Asked by" any="any person" words={PRINCIPALS} />
    </fieldset>
  );
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, placeholder: 'any' } as const;

interface Control {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

function Words(
  props: Control & { label: string; words: Readonly<Record<string, string>>; any?: string },
): JSX.Element {
  const { words, any = 'any', ...control } = props;
  return (
    <SelectField {...control}>
      <option value="">{any}</option>
      {keysOf(words).map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </SelectField>
  );
}

function Kind({ fixed, ...control }: Control & { fixed: boolean }): JSX.Element {
  return (
    <SelectField
      {...control}
      label="Kind of environment"
      hint={fixed ? 'Only platform rules can apply to prod environments.' : undefined}
    >
      {(!fixed || control.value === '') && <option value="">any</option>}
      <option value="non_prod">non-prod</option>
      {!fixed && <option value="prod">prod</option>}
    </SelectField>
  );
}

function Project(control: Control): JSX.Element {
  const projects = useQuery(projectsQuery).data ?? [];
  const known = projects.some(({ id }) => id === control.value);
  return (
    <NamedSelect {...control} label="Project" rows={projects} none="any">
      {!known && control.value !== '' && <option value={control.value}>…{control.value.slice(-6)}</option>}
    </NamedSelect>
  );
}

function Environment(props: Control & { projectId: string; scoped: boolean }): JSX.Element {
  const { projectId, scoped, ...control } = props;
  const environments = useQuery(environmentsOfQuery(projectId)).data ?? [];
  const ref = `environment:${control.value}`;
  const nameOf = useNames([control.value === '' ? null : ref]);
  const known = environments.some(({ id }) => id === control.value);
  return (
    <SelectField
      {...control}
      label="Environment"
      hint={projectId === '' && control.value === '' ? 'Choose the project first.' : undefined}
    >
      <option value="">any</option>
      {!known && control.value !== '' && <option value={control.value}>{nameOf(ref) ?? '…'}</option>}
      {environments.map(({ id, name, kind }) => (
        <option key={id} value={id} disabled={scoped && kind === 'prod'}>
          {kind !== 'prod' ? name : scoped ? `${name} (prod: by the platform)` : `${name} (prod)`}
        </option>
      ))}
    </SelectField>
  );
}
