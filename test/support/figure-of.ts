interface Served {
  readonly url: string;
}
type Labels = Readonly<Record<string, string>>;

/** Returns the page of a process's metrics. */
export const metricsOf = async ({ url }: Served): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** Returns the figure on such a page of the series with these labels, whatever their order. */
export function figureIn(page: string, name: string, labels: Labels = {}): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = page
    .split('\n')
    .find((each) => /^\w+/.exec(each)?.[0] === name && wanted.every((pair) => each.includes(pair)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

/** Returns the figure of a process's series as it is now; 0 if there is none. */
export async function figureOf(process: Served, name: string, labels?: Labels): Promise<number> {
  return figureIn(await metricsOf(process), name, labels) ?? 0;
}
