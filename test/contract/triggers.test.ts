import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EVENT_TYPES } from '../../nodes/ESignature/api';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';

const webhook = new ESignatureTrigger();
const polling = new ESignaturePollingTrigger();
const eventsOf = ({ properties }: { properties: INodeProperties[] }) =>
	properties.find(({ name }) => name === 'events') as INodeProperties;
const choicesOf = (description: { properties: INodeProperties[] }) =>
	eventsOf(description).options as INodePropertyOptions[];

it('the webhook trigger offers all events and each of the known ones', () => {
	const values = choicesOf(webhook.description).map(({ value }) => value);

	expect(values[0]).toBe('*');
	expect(values.slice(1).sort()).toEqual([...EVENT_TYPES].sort());
	expect(eventsOf(webhook.description).default).toEqual(['*']);
});

it('the polling trigger offers events of the webhook trigger, by the same names and values', () => {
	const named = ({ name, value }: INodePropertyOptions) => `${String(value)} ${name}`;

	expect(choicesOf(polling.description).length).toBeGreaterThan(5);
	expect(choicesOf(webhook.description).map(named)).toEqual(
		expect.arrayContaining(choicesOf(polling.description).map(named)),
	);
});

it('the webhook trigger has nothing to register with the service, and does not pretend to', async () => {
	const { checkExists, create, delete: remove } = webhook.webhookMethods.default;

	expect([await checkExists(), await create(), await remove()]).toEqual([true, true, true]);
});
