import type { JSX } from 'react';
import { lengthText } from './duration.js';
import { SelectField, textIn } from './form.js';

const INTERVALS = [300, 3600, 6 * 3600, 86_400];

/** How often an agent looks for secrets in the store. @param chosen seconds; 0 for never */
export function DiscoveryField({ chosen }: { chosen: number }): JSX.Element {
  const offered = [...new Set([...INTERVALS, chosen])].filter((each) => each > 0).sort((a, b) => a - b);
  return (
    <SelectField
      name="discover_interval_seconds"
      label="Discovery"
      hint="An agent lists names and labels of the store’s secrets, never values. It needs the cluster’s name."
      defaultValue={chosen}
    >
      <option value={0}>when somebody starts it</option>
      {offered.map((each) => (
        <option key={each} value={each}>
          every {lengthText(each)}
        </option>
      ))}
    </SelectField>
  );
}

/** Returns the members of a connection that the field stands for. */
export function discoveryIn(data: FormData): {
  discover_enabled: boolean;
  discover_interval_seconds?: number;
} {
  const seconds = Number(textIn(data, 'discover_interval_seconds'));
  return seconds === 0
    ? { discover_enabled: false }
    : { discover_enabled: true, discover_interval_seconds: seconds };
}
