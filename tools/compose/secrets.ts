import { makeSecrets } from './make-secrets.js';

/** The `secrets` container of docker-compose.yml: `node dist/tools/compose/secrets.js FOLDER`. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder is missing.');
process.stdout.write(`secrets: ${makeSecrets(folder)}\n`);
