import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { Button } from '../../ui/button.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { FilterText } from '../../ui/filter-text.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { ProjectList } from './project-list.js';
import type { ProjectsSearch } from './search.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/projects')({ component: ProjectsPage });

const NewProject = onDemand(() => import('./new-project.js').then(({ NewProject: it }) => it));

function ProjectsPage(): JSX.Element {
  const search = route.useSearch();
  const { show, status, q } = search;
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const choose = (changed: ProjectsSearch): void =>
    void navigate({ to: '/projects', search: { ...search, ...changed }, replace: true });
  return (
    <Page
      title="Projects"
      actions={
        <Button look="main" onClick={() => setAdding(true)}>
          New project
        </Button>
      }
    >
      <Tabs
        label="Which projects"
        tabs={[
          { label: 'Mine', link: linkOptions({ to: '/projects', search: { status, q } }) },
          { label: 'All', link: linkOptions({ to: '/projects', search: { show: 'all', status, q } }) },
        ]}
      />
      <FilterText label="Name" value={q} onChange={(next) => choose({ q: next })} />
      <FilterChips
        chips={[
          {
            name: 'status',
            label: 'Status',
            empty: 'active',
            choices: [{ value: 'archived', label: 'archived' }],
          },
        ]}
        chosen={{ status }}
        onChange={(changed) => choose(changed as ProjectsSearch)}
      />
      <ProjectList
        key={JSON.stringify(search)}
        {...search}
        onClear={() => void navigate({ to: '/projects', search: { show } })}
      />
      {adding && <NewProject onClose={() => setAdding(false)} />}
    </Page>
  );
}
