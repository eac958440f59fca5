import { readFileSync, writeFileSync } from 'node:fs';
import { type SettingList, settingLists } from './setting-lists.js';

type Node = { [member: string]: Node } | readonly string[];

/** Writes the lists of variables into the charts' schemas, as the second half of `npm run reference`. */
for (const list of settingLists()) {
  const file = `deploy/helm/${list.chart}/values.schema.json`;
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Node>;
  put(schema, list);
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}

function put(schema: Record<string, Node>, { path, names }: SettingList): void {
  const parent = path.slice(0, -1).reduce((node, member) => node[member] as Record<string, Node>, schema);
  parent[path.at(-1)!] = names;
}
