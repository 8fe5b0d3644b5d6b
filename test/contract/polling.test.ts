import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EVENT_TYPES } from '../../nodes/ESignature/api';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
import { read } from './repository';

const { description } = new ESignaturePollingTrigger();
const { properties } = description;
const choicesOf = (all: INodeProperties[]) =>
	all.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];

describe('the panel of the polling trigger', () => {
	it('offers events of the webhook trigger, by the same names and values', () => {
		const webhook = choicesOf(new ESignatureTrigger().description.properties);
		const named = ({ name, value }: INodePropertyOptions) => `${String(value)} ${name}`;

		expect(choicesOf(properties).length).toBeGreaterThan(5);
		expect(webhook.map(named)).toEqual(expect.arrayContaining(choicesOf(properties).map(named)));
		for (const { value } of choicesOf(properties).slice(1)) {
			expect(EVENT_TYPES).toContain(value);
		}
	});
});

describe('the polling trigger', () => {
	it('is polled, starts workflows and is no tool', () => {
		expect(description).toMatchObject({ polling: true, group: ['trigger'], inputs: [] });
		expect(description).not.toHaveProperty('usableAsTool');
		expect(description).not.toHaveProperty('webhooks');
	});

	it('is known to the codex by its own name', () => {
		expect(JSON.parse(read('nodes/ESignature/ESignaturePollingTrigger.node.json'))).toMatchObject({
			node: `n8n-nodes-esignature.${description.name}`,
		});
	});
});
