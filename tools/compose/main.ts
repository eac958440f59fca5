import { readFileSync } from 'node:fs';
import { setUp } from './setup.js';

/** The `setup` container of docker-compose.yml. */
const text = (path: string): string => readFileSync(path, 'utf8').trim();
const lines = await setUp({
  apiUrl: 'http://127.0.0.1:8080',
  storeUrl: 'http://127.0.0.1:8200',
  storeToken: text('/secrets/store/root-token'),
  agentFolder: '/secrets/agent',
  bookFolder: '/secrets/people',
  passwords: {
    admin: text('/secrets/people/admin'),
    developer: text('/secrets/people/developer'),
    approver: text('/secrets/people/approver'),
  },
});
process.stdout.write(lines.map((line) => `${line}\n`).join(''));
