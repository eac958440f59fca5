/** Collects the values of an option that may be repeated. */
export const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];
