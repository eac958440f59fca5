import { build, compile } from './prepare.mjs';

// `npm run build`; with `--compile`, `npm run compile`.
if (process.argv.includes('--compile')) compile();
else build();
