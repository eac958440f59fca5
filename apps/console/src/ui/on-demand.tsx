import { type ComponentType, type JSX, useEffect, useRef, useState } from 'react';
import { Button } from './button.js';

/** How long after a failure a part that nobody waits for is loaded again. */
const RETRY_MS = 10_000;

/**
 * Returns a component whose code is loaded when it is first shown. Where that fails, the page stays as it is, which `lazy` would
 * replace by an error: in the place of the component it says so, and offers to try again and, where it has `onClose`, to close.
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
    return failed && !quiet ? <NotLoaded again={run} {...props} /> : null;
  };
}

function NotLoaded({ again, onClose }: { again: () => void; onClose?: () => void }): JSX.Element {
  const notice = useRef<HTMLParagraphElement>(null);
  // It returns a promise in some browsers, which is no clean-up.
  useEffect(() => void notice.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <p ref={notice} role="alert">
      Could not be loaded. <Button onClick={again}>Try again</Button>{' '}
      {onClose && <Button onClick={onClose}>Close</Button>}
    </p>
  );
}
