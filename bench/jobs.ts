import { ratio, type Job } from './bars';
import {
	address,
	ENVELOPE,
	get,
	many,
	sameFor,
	sidesOf,
	toFloor,
	toHttp,
	toLimit,
} from './compare';
import { idOf, LISTED } from './shared';
import { asJson, httpRequest, ours, splitOut } from './sides';

const BOX = { page: '={{ $json.page }}', unit: 'pt', x: 10, y: '={{ $json.y }}', width: 100 };

// The bars to the HTTP Request node allow for the credential, which n8n reads and decrypts for each item (PROFILES.md);
// read once for all items, participants took 0.27 and fields 0.4 of its time.
export const JOBS: Job[] = [
	{
		name: 'participants',
		title: 'create 1,000 participants over 5 envelopes',
		work: sameFor({ created: 1_000 }),
		answer: ({ json }) => json.email,
		sides: sidesOf({
			items: many(1_000, (n) => ({ ID: idOf(n % 5), email: `p${n}@example.com` })),
			own: (harness) => [
				ours(
					harness,
					'participant/create',
					{ envelopeId: ENVELOPE },
					{ email: '={{ $json.email }}', role: 'signer', authentication: 'none' },
				),
			],
			http: (harness) => [
				httpRequest(
					harness,
					address(harness, '{{ $json.ID }}/participants'),
					asJson('={{ JSON.stringify({ email: $json.email, role: "signer" }) }}'),
				),
			],
			floor: [ENVELOPE, '={{ $json.email }}'],
			axios: 'participants',
			count: 1_000,
		}),
		bars: [toHttp(0.5), toLimit(1.3)],
	},
	{
		name: 'fields',
		title: 'create 1,000 fields on 2 documents',
		work: sameFor({ created: 1_000 }),
		answer: ({ json }) => [json.type, json.page, json.boundingBox],
		sides: sidesOf({
			items: many(1_000, (n) => ({
				documentID: idOf(n % 2, '4001'),
				page: 1 + Math.floor(n / 40),
				y: (Math.floor(n / 2) % 20) * 40,
			})),
			own: (harness) => [
				ours(
					harness,
					'field/create',
					{
						envelopeId: idOf(0),
						documentId: '={{ $json.documentID }}',
						participantId: idOf(1, '4002'),
					},
					{ type: 'signature', ...BOX, height: 30, required: true },
				),
			],
			http: (harness) => [
				httpRequest(
					harness,
					address(harness, `${idOf(0)}/documents/{{ $json.documentID }}/fields`),
					asJson(
						`={{ JSON.stringify({ type: "signature", participantID: "${idOf(1, '4002')}", page: $json.page, boundingBox: [10, $json.y, 100, 30] }) }}`,
					),
				),
			],
			floor: ['={{ $json.documentID }}', '={{ $json.page }}', '={{ $json.y }}'],
			axios: 'fields',
			count: 1_000,
		}),
		bars: [toHttp(0.67), toLimit(1.3)],
	},
	{
		name: 'delete',
		title: 'delete 450 fields',
		work: sameFor({ deleted: 450 }),
		// The service answers with nothing: an item for each field that is gone is all there is to compare.
		answer: () => 'deleted',
		sides: sidesOf({
			items: many(450, (n) => ({ ID: idOf(n, '4003') })),
			own: (harness) => [
				ours(harness, 'field/delete', {
					envelopeId: idOf(0),
					documentId: idOf(0, '4001'),
					fieldId: ENVELOPE,
				}),
			],
			http: (harness) => [
				httpRequest(
					harness,
					address(harness, `${idOf(0)}/documents/${idOf(0, '4001')}/fields/{{ $json.ID }}`),
					{ method: 'DELETE' },
				),
			],
			floor: [ENVELOPE],
			axios: 'delete',
			count: 450,
			settings: { fields: 450 },
		}),
		bars: [toHttp(0.5), toLimit(1.2)],
	},
	{
		name: 'get',
		title: 'get 1,000 envelopes',
		work: sameFor({ envelopes: 1_000 }),
		answer: ({ json }) => [json.ID, json.name],
		sides: sidesOf({
			items: many(1_000),
			own: get,
			http: (harness) => [httpRequest(harness, address(harness, '{{ $json.ID }}'))],
			floor: [ENVELOPE],
			axios: 'get',
			count: 1_000,
		}),
		bars: [
			toHttp(0.95),
			toFloor(1.5),
			toLimit(1.2),
			ratio('requests at a time', 8, (median) => median('ours', 'inFlight')),
		],
	},
	{
		name: 'list',
		title: 'list 10,000 envelopes',
		work: sameFor({ listed: LISTED }),
		answer: ({ json }) => [json.ID, json.name],
		sides: {
			ours: async (harness) =>
				await harness.inN8n(
					[ours(harness, 'envelope/getAll', {}, { returnAll: true, filters: {} })],
					many(1),
				),
			'HTTP Request': async (harness) =>
				await harness.inN8n(
					[
						httpRequest(harness, `${harness.url}/sign/envelopes`, {
							options: {
								pagination: {
									pagination: {
										parameters: {
											parameters: [
												{
													type: 'qs',
													name: 'pageAfter',
													value: '={{ $response.body.nextPage }}',
												},
											],
										},
										paginationCompleteWhen: 'other',
										completeExpression: '={{ !$response.body.nextPage }}',
									},
								},
							},
						}),
						splitOut,
					],
					many(1),
				),
			axios: async (harness) => await harness.asScript('list', 1, 1),
		},
		bars: [toHttp(0.9), ratio('to axios', 1.2, (median) => median('ours') / median('axios'))],
	},
];
