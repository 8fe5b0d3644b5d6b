/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// Every operation with the endpoints it uses, read from the sources.
//
//   npm run operations
import { ENDPOINTS } from '../nodes/ESignature/api';
import { operationList, type Listed } from './operationList';

const entry = ({ resource, operation, name, routes, composite }: Listed): string =>
	[
		`${name} (${resource}, ${operation})${composite ? ', composite' : ''}`,
		...routes.map((route) => `  ${ENDPOINTS[route].source.padEnd(10)}  ${route}`),
	].join('\n');

const operations = operationList();
const used = new Set(operations.flatMap(({ routes }) => routes));

process.stdout.write(
	`${operations.length} operations with the endpoints they use: what acts first, then what is read on the way or when
an answer was lost. Composite: acts through several endpoints. Signing in, by POST /oauth/token, precedes each.

${operations.map(entry).join('\n\n')}

${used.size} endpoints
`,
);
