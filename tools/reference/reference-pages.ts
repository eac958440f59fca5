import { format, resolveConfig } from 'prettier';
import { commandsPage } from './commands-page.js';
import { jobErrorsPage, jobErrorTexts } from './job-errors-page.js';
import { metricsPage } from './metrics-page.js';
import { scopesPage } from './scopes-page.js';
import { variablesPage } from './variables-page.js';

const NOTE = '<!-- Written by `npm run reference` from the code: change it there. -->';

/** Returns the formatted pages of the reference, and the console's texts of failed jobs, by path below the root. */
export async function referencePages(root: string): Promise<Record<string, string>> {
  const pages = {
    'docs/reference/variables.md': variablesPage(),
    'docs/reference/scopes.md': scopesPage(),
    'docs/reference/job-errors.md': jobErrorsPage(),
    'docs/reference/metrics.md': await metricsPage(root),
    'docs/reference/commands.md': commandsPage(),
  };
  const laidOut = Object.entries(pages).map(async ([file, text]) => {
    const style = await resolveConfig(`${root}/${file}`);
    return [file, await format(`${NOTE}\n\n${text}\n`, { ...style, parser: 'markdown' })] as const;
  });
  const texts = `${JSON.stringify(jobErrorTexts(), null, 2)}\n`;
  return { ...Object.fromEntries(await Promise.all(laidOut)), 'apps/console/src/ui/job-errors.json': texts };
}
