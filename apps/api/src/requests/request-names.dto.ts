import type { RequestNames } from '#libs/requests';

/** The names of what a request refers to, null when it was deleted; a person's is the display name, else the e-mail. */
export class RequestNamesResponse {
  project: string;
  environment: string | null;
  environment_kind: 'prod' | 'non_prod' | null;
  risk_level: number | null;
  connection: string | null;
  connection_type: string | null;
  workflow: string | null;
  requester: string;
  /** This and the following members are present only for cross-team requests. */
  source_project?: string | null;
  target_team?: string | null;
  target_project?: string | null;
  /** Null until the values are provided. */
  filled_by?: string | null;

  static of({
    source_project,
    target_team,
    target_project,
    filled_by,
    ...names
  }: RequestNames): RequestNamesResponse {
    return source_project === null
      ? names
      : { ...names, source_project, target_team, target_project, filled_by };
  }
}

/** No names were requested. */
export const NO_NAMES: ReadonlyMap<string, RequestNames> = new Map();

/** Returns the request's names as a member of the response; none if they were not requested. */
export function namesOf(
  { id }: { readonly id: string },
  names: ReadonlyMap<string, RequestNames>,
): { names?: RequestNamesResponse } {
  const own = names.get(id);
  return own === undefined ? {} : { names: RequestNamesResponse.of(own) };
}
