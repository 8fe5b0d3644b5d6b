/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// How large the shipped sources are, and how far it is from the node to n8n. Exit code 1 if a figure is too large.
//
//   npm run figures
import { shipped } from './measure';
import { reportOf } from './report';
import { wayOfRead } from './way';

async function main(): Promise<void> {
	const { text, exitCode } = reportOf(shipped(), await wayOfRead());
	process.stdout.write(text);
	process.exitCode = exitCode;
}

void main();
