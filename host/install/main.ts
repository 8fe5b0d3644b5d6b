// Installs n8n where `npm start` and the end-to-end tests look for it.
//
//   npm run install:n8n
import { installN8n } from './install';

installN8n((line) => process.stderr.write(`${line}\n`)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
