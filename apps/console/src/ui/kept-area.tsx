import { type ComponentProps, type JSX, useRef, useState } from 'react';
import { TextArea } from './form.js';
import { keptInput, useKeptInput } from './kept-input.js';

/** Several lines of text that are kept while the page is in the background. */
export function KeptArea(props: ComponentProps<typeof TextArea>): JSX.Element {
  const { name } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [kept] = useState(() => keptInput<string>(name));
  useKeptInput(name, () => area.current?.value || undefined);
  return <TextArea {...props} ref={area} defaultValue={kept} />;
}
