import type { UseQueryResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { ApiError } from '../api/client.js';
import type { ErrorCode } from '../api/error-code.js';
import { messageOf } from '../api/error-messages.js';
import { Page } from './page.js';
import { Empty, Problem, Skeleton } from './states.js';

export interface ResourcePageProps<Row> {
  readonly query: Pick<UseQueryResult<Row>, 'data' | 'error' | 'failureReason' | 'refetch'>;
  /** The page's title while there is nothing to name it by: "Agent". */
  readonly title: string;
  /** The error codes that mean "not found", and the link to go on with. */
  readonly gone: readonly [ErrorCode, ReactNode];
  /** The page itself. */
  readonly children: (row: Row) => ReactNode;
}

/** The page of one row: while it is loaded, when it is not there, when it can't be loaded. */
export function ResourcePage<Row>({ query, title, gone, children }: ResourcePageProps<Row>): ReactNode {
  const { data, error, failureReason, refetch } = query;
  if (data !== undefined) return children(data);
  return <Page title={title}>{instead()}</Page>;

  function instead(): JSX.Element {
    if (error === null) return <Skeleton failure={failureReason} />;
    // Addresses are typed by people: what is no id is no row.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      return <Empty action={gone[1]}>{messageOf(gone[0])}</Empty>;
    return <Problem error={error} again={() => void refetch()} />;
  }
}
