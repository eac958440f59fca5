import { type ComponentProps, type JSX, useRef, useState } from 'react';
import { TextArea } from './form.js';
import { persistedInput, usePersistedInput } from './persisted-input.js';

/** Several lines of text that are kept while the page is in the background. */
export function PersistedTextArea(props: ComponentProps<typeof TextArea>): JSX.Element {
  const { name } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [kept] = useState(() => persistedInput<string>(name));
  usePersistedInput(name, () => area.current?.value || undefined);
  return <TextArea {...props} ref={area} defaultValue={kept} />;
}
