import { type ComponentType, type JSX, useEffect, useState } from 'react';
import { Button } from './button.js';

/** How long after a failure a part that nobody waits for is loaded again. */
const RETRY_MS = 10_000;

/**
 * Returns a component whose code is loaded when it is first shown. Where that fails, the page stays as it is, which `lazy` would
 * replace by an error: in the place of the component it says so, and offers to try again.
 *
 * @param quiet nobody waits for the component: nothing is said, and it is tried again by itself
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  quiet = false,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function OnDemand(props: Props): JSX.Element | null {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    const run = (): void => {
      setFailed(false);
      load().then(
        (it) => {
          loaded = it;
          setPart(() => it);
        },
        () => setFailed(true),
      );
    };
    useEffect(() => {
      if (loaded === null) run();
    }, []);
    useEffect(() => {
      if (!failed || !quiet) return undefined;
      const timer = setTimeout(run, RETRY_MS);
      return () => clearTimeout(timer);
    }, [failed]);
    if (Part !== null) return <Part {...props} />;
    return failed && !quiet ? <NotLoaded again={run} /> : null;
  };
}

function NotLoaded({ again }: { again: () => void }): JSX.Element {
  return (
    <p ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })} role="alert">
      Could not be loaded. <Button onClick={again}>Try again</Button>
    </p>
  );
}
