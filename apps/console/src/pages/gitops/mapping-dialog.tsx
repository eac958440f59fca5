import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { createMapping, endpointsQuery } from '../../api/queries/gitops.js';
import { projectsQuery } from '../../api/queries/places.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextField, textIn } from '../../ui/form.js';
import { NamedSelect } from '../../ui/named-select.js';
import { toast } from '../../ui/toasts.js';

interface MappingDialogProps {
  /** What is chosen already, from the row that led here. */
  readonly endpointId?: string;
  readonly appName?: string;
  readonly onClose: () => void;
}

const FIELD_OF_CODE = {
  mapping_exists: 'environment_id',
  environment_not_in_project: 'environment_id',
  argocd_endpoint_not_found: 'argocd_endpoint_id',
  project_not_found: 'project_id',
};

/** Says to which environment an application belongs. */
export function MappingDialog({ endpointId = '', appName = '', onClose }: MappingDialogProps): JSX.Element {
  const [projectId, setProjectId] = useState('');
  const endpoints = useInfiniteQuery(endpointsQuery).data?.pages.flatMap(({ rows }) => rows) ?? [];
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery({ ...environmentsOfQuery(projectId), enabled: projectId !== '' }).data ?? [];
  const send = async (data: FormData, key: string): Promise<void> => {
    const body = {
      argocd_endpoint_id: textIn(data, 'argocd_endpoint_id'),
      app_name: textIn(data, 'app_name'),
      project_id: textIn(data, 'project_id'),
      environment_id: textIn(data, 'environment_id'),
    };
    await createMapping(body, { verb: 'Map', about: `the application ${body.app_name}` }, key);
    toast('Mapped.');
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['gitops', 'mappings'] });
  };
  return (
    <Dialog onClose={onClose} title="Map an application">
      <Form onSubmit={send} fieldOfCode={FIELD_OF_CODE}>
        {({ busy }) => (
          <>
            <NamedSelect
              required
              name="argocd_endpoint_id"
              label="Argo CD"
              rows={endpoints}
              defaultValue={endpointId}
            />
            <TextField name="app_name" label="Application" defaultValue={appName} required maxLength={253} />
            <NamedSelect
              required
              name="project_id"
              label="Project"
              rows={projects}
              value={projectId}
              onChange={({ target }) => setProjectId(target.value)}
            />
            <NamedSelect
              required
              key={projectId}
              name="environment_id"
              label="Environment"
              rows={environments}
              defaultValue=""
            />
            <DialogButtons onClose={onClose} busy={busy}>
              Map
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
