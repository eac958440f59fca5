/** The parts of a connection's page, as the address names them; the first one needs no name. */
export const TABS = ['bindings', 'discovery', 'agents', 'enrollment'] as const;
export type TabName = (typeof TABS)[number];
