import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'packages/client/README.md'],
  ...markdownBelow('docs'),
];
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;
const CODE = /`([^`\n]+)`/g;
/** What looks like one of our files; patterns and blanks to be filled in are none. */
const OUR_PATH = /^(apps|bench|deploy|docs|libs|migrations|packages|test|tools)\/[\w./-]+$/;
/** Made by a command that the page names, and not kept. */
const MADE = new Set(['bench/RESULTS.md']);
const SCRIPT = /npm run ([\w:-]+)/g;

const CITING = ['apps', 'bench', 'deploy', 'docs', 'libs', 'migrations', 'packages', 'test', 'tools'];
const CITED_IN = new Set(['.css', '.html', '.md', '.mjs', '.sql', '.ts', '.tsx', '.yaml']);
const DECISION = /\b(D[1-9]\d{0,2})\b/g;

function markdownBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!);
}

/** Returns the files that a page links to, from the root of the project. */
function linked(page: string): string[] {
  return matches(readFileSync(page, 'utf8'), LINK)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(page), target)));
}

/**
 * Returns the files that a line names as code; a test that is named by its file alone lies beside the one before it.
 */
function named(line: string): string[] {
  const files: string[] = [];
  for (const text of matches(line, CODE)) {
    if (OUR_PATH.test(text)) files.push(text);
    else if (/^[\w.-]+\.spec\.ts$/.test(text)) files.push(join(dirname(files.at(-1) ?? '?/'), text));
  }
  return files.filter((file) => !MADE.has(file));
}

/** Returns the decisions that code and documents cite. */
function citedBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => CITED_IN.has(extname(name)))
    .map((name) => join(folder, name))
    .filter((file) => file !== 'docs/contract.md');
  return files.flatMap((file) => matches(readFileSync(file, 'utf8'), DECISION));
}

describe('the documents', () => {
  it.each(PAGES)('%s links to existing targets', (page) => {
    expect(linked(page).filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(PAGES)('%s names existing files', (page) => {
    const files = readFileSync(page, 'utf8').split('\n').flatMap(named);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(PAGES)('%s names existing scripts', (page) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const names = matches(readFileSync(page, 'utf8'), SCRIPT);
    expect(names.filter((name) => !(name in scripts) && !name.endsWith(':'))).toEqual([]);
  });

  it('are all reachable from the README', () => {
    const found = new Set(['README.md']);
    for (const page of found) {
      for (const file of linked(page)) {
        if (file.endsWith('.md')) found.add(file);
        else if (file === 'docs/adr') markdownBelow(file).forEach((adr) => found.add(adr));
      }
    }
    expect(PAGES.filter((page) => !found.has(page))).toEqual([]);
  });

  it('define every cited decision, and no other', () => {
    const entries = matches(readFileSync('docs/contract.md', 'utf8'), /^- \*\*(D\d+)\*\*/gm);
    expect([...new Set(CITING.flatMap(citedBelow))].sort()).toEqual([...entries].sort());
  });
});
