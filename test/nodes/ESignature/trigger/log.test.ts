import type { IWebhookFunctions } from 'n8n-workflow';

import { mayWarn, warn } from '../../../../nodes/ESignature/trigger/texts/warnings';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let workflows = 0;
/** A node of a workflow that no other test has. */
function aNode(id = '1', workflow = `w${++workflows}`) {
	const logger = { warn: jest.fn(), debug: jest.fn() };
	const host = {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id }),
		logger,
	} as unknown as IWebhookFunctions;
	return { host, logger, workflow };
}

it('warns three times a minute, says with the last one that it stops, and goes on in the detailed log', () => {
	const { host, logger } = aNode();
	for (let time = 0; time < 5; time++) warn(host, 'Look');

	expect(logger.warn.mock.calls.flat()).toEqual([
		'E-Signature Trigger: Look',
		'E-Signature Trigger: Look',
		'E-Signature Trigger: Look Further warnings like this are suppressed for up to a minute.',
	]);
	expect(logger.debug.mock.calls.flat()).toEqual(Array(2).fill('E-Signature Trigger: Look'));
	expect(mayWarn(host, 'Look')).toBe(false);
});

it('warns again after a minute', () => {
	const { host, logger } = aNode();
	for (let time = 0; time < 3; time++) warn(host, 'Look');
	jest.advanceTimersByTime(59_999);
	expect(mayWarn(host, 'Look')).toBe(false);
	jest.advanceTimersByTime(1);
	expect(mayWarn(host, 'Look')).toBe(true);
	warn(host, 'Look');

	expect(logger.warn).toHaveBeenCalledTimes(4);
});

it('counts other texts, nodes and workflows for themselves', () => {
	const { host, workflow } = aNode();
	for (let time = 0; time < 3; time++) warn(host, 'Look');

	expect(mayWarn(host, 'Look there')).toBe(true);
	expect(mayWarn(aNode('2', workflow).host, 'Look')).toBe(true);
	expect(mayWarn(aNode('1').host, 'Look')).toBe(true);
});

it('counts what is about the service for itself, whatever others have caused', () => {
	const { host, logger } = aNode();
	for (const about of ['anyone', 'unnamed'] as const) {
		for (let time = 0; time < 5; time++) warn(host, 'Look', about);
	}
	expect(logger.warn).toHaveBeenCalledTimes(5);
	expect(mayWarn(host, 'Look')).toBe(false);
	expect(mayWarn(host, 'Look', 'service')).toBe(true);
	warn(host, 'Look', 'service');

	expect(logger.warn).toHaveBeenCalledTimes(6);
	expect(logger.warn).toHaveBeenLastCalledWith('E-Signature Trigger: Look');
});

it('writes few lines that strangers can cause, whatever their texts', () => {
	const { host, logger } = aNode();
	for (let time = 0; time < 20; time++) {
		warn(host, `Look at ${time}`, time % 2 ? 'anyone' : 'unnamed');
	}
	expect(logger.warn).toHaveBeenCalledTimes(5);
	expect(logger.warn.mock.lastCall?.[0]).toContain('Further warnings like this are suppressed');
});
