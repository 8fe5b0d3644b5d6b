// n8n's own configuration, and once more all rules of eslint-plugin-n8n-nodes-base in its current
// version: the copy inside @n8n/node-cli is older. eslint.config.mjs must stay as n8n ships it.
import { config } from '@n8n/node-cli/eslint';
import plugin from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';

// `n8n-nodes-base` is taken by the older copy.
const NAMESPACE = 'n8n-base-v2';

// The exceptions that n8n makes for community nodes.
const OFF = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
];

const rulesOf = (name) =>
	Object.fromEntries(
		Object.entries(plugin.configs[name].rules)
			.map(([rule, level]) => [rule.replace(/^n8n-nodes-base\//, ''), level])
			.map(([rule, level]) => [`${NAMESPACE}/${rule}`, OFF.includes(rule) ? 'off' : level]),
	);

// They make Node.js load the rules of every language (see `withCommas` in values/text.ts).
const BY_LANGUAGE = [
	'localeCompare',
	'toLocaleString',
	'toLocaleDateString',
	'toLocaleTimeString',
	'toLocaleLowerCase',
	'toLocaleUpperCase',
];

/** Its rules are applied by `n8n-node lint`; here it says how a file is read. */
const reading = config.map((part) => ({ ...part, rules: {} }));

export default [
	...reading,
	{ plugins: { [NAMESPACE]: plugin } },
	{ files: ['package.json'], rules: rulesOf('community') },
	{ files: ['credentials/**/*.ts'], rules: rulesOf('credentials') },
	{ files: ['nodes/**/*.ts'], rules: rulesOf('nodes') },
	// Patterns meet texts of the service and of strangers: their time must grow no faster than the text.
	{
		files: ['{nodes,credentials}/**/*.ts'],
		plugins: { regexp },
		linterOptions: { noInlineConfig: true },
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', 'Intl'],
			'no-restricted-properties': ['error', ...BY_LANGUAGE.map((property) => ({ property }))],
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
];
