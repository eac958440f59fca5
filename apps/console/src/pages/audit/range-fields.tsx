import { type JSX, type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { fieldText } from '../../ui/field-text.js';
import styles from './page.module.css';
import { instantText, localText } from './range-text.js';

export interface RangeFieldsProps {
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly onChange: (range: { from: string | undefined; until: string | undefined }) => void;
}

/** From when until when, in the person's own time zone. Either may be left empty. */
export function RangeFields({ from, until, onChange }: RangeFieldsProps): JSX.Element {
  const [fromId, untilId] = [useId(), useId()];
  const [fault, setFault] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const range = {
      from: instantText(fieldText(data, 'from')),
      until: instantText(fieldText(data, 'until')),
    };
    const backwards = range.from !== undefined && range.until !== undefined && range.from >= range.until;
    setFault(backwards ? 'The end must be after the start.' : '');
    if (!backwards) onChange(range);
  };
  return (
    <form role="search" className={styles.range} aria-label="Time range" onSubmit={submit}>
      <label htmlFor={fromId}>From</label>
      <input id={fromId} name="from" type="datetime-local" defaultValue={localText(from)} />
      <label htmlFor={untilId}>until</label>
      <input id={untilId} name="until" type="datetime-local" defaultValue={localText(until)} />
      <Button type="submit">Show</Button>
      <span role="alert">{fault}</span>
    </form>
  );
}
