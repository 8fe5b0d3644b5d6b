import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EVENT_TYPES } from '../../nodes/ESignature/api';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
import { properties } from '../../nodes/ESignature/trigger/form';
import { partsOf } from './parameters';
import { read } from './repository';

const trigger = new ESignatureTrigger();
const { description } = trigger;
const { description: polling } = new ESignaturePollingTrigger();
const parts = properties.flatMap(partsOf);
const named = (name: string) => properties.find((property) => property.name === name);

describe('the panel of the trigger', () => {
	it('offers all events and each of the known ones', () => {
		const values = (named('events')?.options as INodePropertyOptions[]).map(({ value }) => value);

		expect(values[0]).toBe('*');
		expect(values.slice(1).sort()).toEqual([...EVENT_TYPES].sort());
		expect(named('events')?.default).toEqual(['*']);
	});

	it('verifies unless the user chooses otherwise, and warns then', () => {
		expect(named('verification')?.default).toBe('httpMessageSignature');
		expect(named('unverifiedNotice')).toMatchObject({
			displayName: expect.stringContaining('Anyone who knows the URL'),
			displayOptions: { show: { verification: ['none'] } },
		});
		expect(description.hints).toMatchObject([
			{ type: 'warning', displayCondition: expect.stringContaining('"none"') },
		]);
	});

	it('asks for no secret: they belong into the credential', () => {
		const masked = parts.filter((part) => 'typeOptions' in part && part.typeOptions?.password);
		const inputs = parts.filter((part) => 'type' in part && part.type !== 'notice');

		expect(masked).toEqual([]);
		expect(inputs.filter(({ name }) => /secret|token|password/i.test(name))).toEqual([]);
	});
});

describe('the trigger', () => {
	it('answers POST with a run, and GET and HEAD without one, at the same path', () => {
		expect(description.webhooks).toMatchObject([
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData' },
			{ name: 'setup', httpMethod: 'GET,HEAD', ndvHideUrl: true },
		]);
		expect(new Set(description.webhooks?.map(({ path }) => path)).size).toBe(1);
	});

	it('has nothing to register with the service, and does not pretend to', async () => {
		const { checkExists, create, delete: remove } = trigger.webhookMethods.default;

		expect([await checkExists(), await create(), await remove()]).toEqual([true, true, true]);
	});

	it('starts workflows and is no tool', () => {
		expect(description.group).toEqual(['trigger']);
		expect(description.inputs).toEqual([]);
		expect(description).not.toHaveProperty('usableAsTool');
	});

	it('is known to the codex by its own name', () => {
		expect(JSON.parse(read('nodes/ESignature/ESignatureTrigger.node.json'))).toMatchObject({
			node: `n8n-nodes-esignature.${description.name}`,
		});
	});
});

const choicesOf = (all: INodeProperties[]) =>
	all.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];

describe('the panel of the polling trigger', () => {
	it('offers events of the webhook trigger, by the same names and values', () => {
		const webhook = choicesOf(properties);
		const named = ({ name, value }: INodePropertyOptions) => `${String(value)} ${name}`;

		expect(choicesOf(polling.properties).length).toBeGreaterThan(5);
		expect(webhook.map(named)).toEqual(
			expect.arrayContaining(choicesOf(polling.properties).map(named)),
		);
	});
});

describe('the polling trigger', () => {
	it('is polled, starts workflows and is no tool', () => {
		expect(polling).toMatchObject({ polling: true, group: ['trigger'], inputs: [] });
		expect(polling).not.toHaveProperty('usableAsTool');
		expect(polling).not.toHaveProperty('webhooks');
	});

	it('is known to the codex by its own name', () => {
		expect(JSON.parse(read('nodes/ESignature/ESignaturePollingTrigger.node.json'))).toMatchObject({
			node: `n8n-nodes-esignature.${polling.name}`,
		});
	});
});
