import { createSandbox, DIALECTS } from '.';
import { wantedBy } from './options';

/** Starts the sandbox with its seeds for work by hand: `npm run sandbox -- --port 8089`. */
async function main(): Promise<void> {
	const wanted = wantedBy(process.argv.slice(2));
	if (typeof wanted === 'string') return fail(wanted);
	const sandbox = await createSandbox(wanted).catch((error: Error) => error);
	if (sandbox instanceof Error) {
		const taken = 'code' in sandbox && sandbox.code === 'EADDRINUSE';
		return fail(
			taken ? `Port ${wanted.port} is taken. Choose another with --port.` : sandbox.message,
		);
	}

	console.log(`E-signature sandbox (simulated, for development only)

Base URL       ${sandbox.url}
Client ID      ${sandbox.clientId}
Client secret  ${sandbox.clientSecret}

Inbox          ${sandbox.url}/ (sign or decline here)
Administration ${sandbox.url}/admin (webhook)
`);
	const { names } = sandbox.dialects;
	console.table(sandbox.control.envelopes().reverse(), ['status', 'name', 'ID']);
	for (const { name, changes } of DIALECTS.filter((one) => names.includes(one.name))) {
		console.log(`Dialect ${name}: ${changes}`);
	}
	console.log('Ctrl-C stops it.');
	const end = () => void sandbox.close();
	process.once('SIGINT', end).once('SIGTERM', end);
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}

void main();
