/** The name of a key's text in the form. */
export const valueName = (key: string): string => `value of ${key}`;

/** The name of a key's file in the form. */
export const fileName = (key: string): string => `file of ${key}`;
