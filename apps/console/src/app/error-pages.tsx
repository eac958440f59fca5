import { ApiError } from '@countersign/client';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useRouter } from '@tanstack/react-router';
import type { JSX } from 'react';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/states.js';
import styles from './error-pages.module.css';

/** A page that could not be shown: a call failed before it, or its own code did. */
export function ErrorPage({ error, reset }: ErrorComponentProps): JSX.Element {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  const thrown: unknown = error;
  const ofCall = thrown instanceof ApiError || thrown instanceof TypeError ? thrown : null;
  return (
    <div className={styles.alone}>
      <Page title="This page could not be shown" width="narrow">
        {ofCall ? (
          <Problem error={ofCall} again={again} />
        ) : (
          <p>
            Something in the console itself went wrong. <a href={location.href}>Load the page again</a>.
          </p>
        )}
      </Page>
    </div>
  );
}

/** No page has this address: said inside the frame, so that one can go on. */
export function NotFoundPage(): JSX.Element {
  return (
    <Page title="Page not found" width="narrow">
      <p>
        Check the address, or go to <Link to="/">Home</Link>.
      </p>
    </Page>
  );
}
