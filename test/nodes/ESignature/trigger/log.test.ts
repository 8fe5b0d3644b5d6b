import type { IWebhookFunctions } from 'n8n-workflow';

import { warn } from '../../../../nodes/ESignature/trigger/log';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const aNode = (workflow: string, id = '1') => {
	const logger = { warn: jest.fn(), debug: jest.fn() };
	const host = { getWorkflow: () => ({ id: workflow }), getNode: () => ({ id }), logger };
	return { host: host as unknown as IWebhookFunctions, logger };
};

it('writes each warning once a minute, and the others at the level debug', () => {
	const { host, logger } = aNode('minute');
	warn(host, 'Look');
	jest.advanceTimersByTime(59_999);
	warn(host, 'Look');
	expect(logger.warn.mock.calls).toEqual([['E-Signature Trigger: Look']]);
	expect(logger.debug.mock.calls).toEqual([['E-Signature Trigger: Look']]);
	jest.advanceTimersByTime(1);
	warn(host, 'Look');

	expect(logger.warn).toHaveBeenCalledTimes(2);
});

it('counts other texts, nodes and workflows for themselves', () => {
	const nodes = [aNode('a'), aNode('a', '2'), aNode('b')];
	for (const { host } of nodes) for (const text of ['Look', 'Look there']) warn(host, text);

	expect(nodes.map(({ logger }) => logger.warn.mock.calls.length)).toEqual([2, 2, 2]);
});
