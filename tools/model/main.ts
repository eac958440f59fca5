import { readFile, writeFile } from 'node:fs/promises';
import { CROSS_TEAM_TABLE } from '../../libs/cross-team/src/domain/cross-team-table.js';
import { REQUEST_TRANSITIONS } from '../../libs/requests/src/domain/request-state.js';
import { crossTeamPage, PAGE } from './cross-team-page.js';
import { crossTeamPromela } from './cross-team-promela.js';
import { checkModel, spinIsAvailable } from './spin.js';

/** `page` writes the page of states, `print` prints the model, anything else checks both. */
const [command = 'check'] = process.argv.slice(2);
const model = crossTeamPromela({ table: CROSS_TEAM_TABLE, transitions: REQUEST_TRANSITIONS });

if (command === 'page') await writeFile(PAGE, await crossTeamPage());
else if (command === 'print') process.stdout.write(model);
else process.exitCode = (await pageIsCurrent()) && (await modelHolds()) ? 0 : 1;

async function pageIsCurrent(): Promise<boolean> {
  const current = (await readFile(PAGE, 'utf8')) === (await crossTeamPage());
  console.log(current ? `${PAGE} is current.` : `${PAGE} is not current: npm run model page`);
  return current;
}

async function modelHolds(): Promise<boolean> {
  if (!spinIsAvailable({ install: true })) {
    console.log('spin and gcc are not here and can not be installed: the model was NOT checked.');
    return false;
  }
  const { violated, story, states, unreached } = await checkModel(model);
  console.log(`cross-team model: ${states} states searched`);
  if (violated !== null) console.log(`violated: ${violated}\n${story.map((step) => `  ${step}`).join('\n')}`);
  if (unreached.length > 0) console.log(`never reached: ${unreached.join(', ')}`);
  return violated === null;
}
