// For the folders that are not shipped: n8n's own configuration without the rules for what runs inside n8n. ESLint takes
// the configuration that is nearest to a file, if it is told to (`npm run lint`).
import { config } from '@n8n/node-cli/eslint';

const FOR_NODES = /^(?:@n8n\/community-nodes|n8n-nodes-base)\//;

export default [
	...config.map(({ rules = {}, ...part }) => ({
		...part,
		rules: Object.fromEntries(Object.entries(rules).filter(([name]) => !FOR_NODES.test(name))),
	})),
	{
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		// Programs print.
		rules: { 'no-console': 'off' },
	},
];
