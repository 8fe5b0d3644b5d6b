/* eslint-disable @n8n/community-nodes/no-restricted-imports -- shows what JSON would hide */
import { inspect } from 'node:util';

import { answered, errorFor as shown, POST } from './shownError';

const SECRETS = ['canary-secret', 'canary-token', 'canary-code'];

const errorFor = (failure: Parameters<typeof shown>[0], secrets = SECRETS) =>
	shown(failure, { route: POST, secrets: new Set(secrets) });
const everything = (error: Error) =>
	`${JSON.stringify(error)}${inspect(error, { depth: 12, showHidden: true })}${error.stack}`;

describe('a secret', () => {
	const echo = `no ${SECRETS.join(' and ')} here`;

	it('that the service echoes is hidden in every place', () => {
		const error = errorFor(
			answered(400, {
				type: echo,
				title: echo,
				detail: echo,
				instance: echo,
				validation_errors: { [echo]: echo, nested: [{ value: echo }] },
			}),
		);

		for (const secret of SECRETS) expect(everything(error)).not.toContain(secret);
		expect(error.description).toContain('no [hidden] and [hidden] and [hidden] here');
	});

	it('is hidden up to where a long text is cut', () => {
		const error = errorFor(answered(400, { detail: `${'x'.repeat(488)}${SECRETS[0]}` }));

		expect(error.description).not.toContain('canary');
	});

	it('is hidden in a value that is not a text', () => {
		const quoted = 'quo"ted-code';
		const failure = answered(400, { validation_errors: { code: { accessCode: quoted } } });

		expect(errorFor(failure, [quoted]).description).not.toContain('ted-code');
	});
});
