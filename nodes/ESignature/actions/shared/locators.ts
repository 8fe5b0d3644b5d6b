import type { IDataObject, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { ShortEnvelope } from '../../api';
import {
	defineLocator,
	sameId,
	UserError,
	type Call,
	type IdsOf,
	type Locator,
	type Search,
} from '../../core';
import { envelopePages } from '../../transport/envelopePages';
import { withCommas } from '../../values/text';

/** The entries of a list that have the text in name or ID. An entry without a name is shown by its ID. */
function matching(
	entries: Array<{ name?: string; value: string }>,
	filter: string,
): INodeListSearchResult {
	const named = entries.map(({ name, value }) => ({ name: name?.trim() ? name : value, value }));
	return { results: named.filter((one) => matches(one, filter)) };
}

const matches = ({ name, value }: INodeListSearchItems, filter: string): boolean =>
	`${name} ${String(value)}`.toLowerCase().includes(filter);

/** A list with fewer entries cannot be scrolled, and only scrolling loads more. */
const MIN_RESULTS = 10;
const MIN_RESULTS_OF_SEARCH = 50;
/** A search that finds nothing in so many pages ends with an error: an empty list cannot be scrolled. */
const MAX_PAGES = 100;

/** Many envelopes have the same name, so the status and the day of the last change stand behind it. */
function envelopeEntry({ ID, name, status, lastModifiedAt }: ShortEnvelope): INodeListSearchItems {
	const day = /^\d{4}-\d\d-\d\d/.exec(String(lastModifiedAt))?.[0];
	return { name: `${name || ID} (${day ? `${status}, ${day}` : status})`, value: ID };
}

/**
 * Reads pages until there is enough to show, since the service has no search. Scrolling continues from there.
 * @param offered those of a page that are shown, in their order
 */
const searchEnvelopes =
	(offered: (page: ShortEnvelope[]) => ShortEnvelope[]): Search =>
	async (call, filter, cursor) => {
		const results: INodeListSearchItems[] = [];
		const minResults = filter === '' ? MIN_RESULTS : MIN_RESULTS_OF_SEARCH;
		let pages = 0;
		let searched = 0;
		for await (const { items, nextPage } of envelopePages(call, cursor)) {
			const entries = offered(items).map(envelopeEntry);
			results.push(...entries.filter((one) => matches(one, filter)));
			searched += items.length;
			if (results.length >= minResults) return { results, paginationToken: nextPage };
			if (++pages < MAX_PAGES) continue;
			if (results.length > 0) return { results, paginationToken: nextPage };
			throw new UserError(
				`None of the first ${withCommas(searched)} envelopes has this text`,
				"The service has no search, so only these are searched here. Choose 'By ID' and enter the envelope's ID, or find it with the 'Get Many' operation.",
			);
		}
		return { results };
	};

const FROM_ENVELOPES = { method: 'searchEnvelopes', search: searchEnvelopes((page) => page) };

const ENDED: readonly string[] = ['rejected', 'cancelled', 'deleted'];
const isDraft = ({ status }: ShortEnvelope) => Number(status === 'drafted');

/** Drafts stand first, since most templates are drafts. Envelopes that were declined or canceled are not offered. */
const templatesIn = (page: ShortEnvelope[]): ShortEnvelope[] =>
	page
		.filter(({ status }) => !ENDED.includes(status))
		.sort((one, other) => isDraft(other) - isDraft(one));

export const envelopeId = defineLocator({
	path: 'envelopeID',
	displayName: 'Envelope',
	description: 'The envelope to work on',
	...FROM_ENVELOPES,
});

/** For operations that change nothing: if empty, the envelope of the input item, e.g. from *Get Many* or a trigger. */
export const envelopeOfItem = defineLocator({
	path: 'envelopeID',
	displayName: 'Envelope',
	description: 'The envelope to work on. Leave empty to use the one from the input.',
	...FROM_ENVELOPES,
	ofItem: ({ envelopeID, envelopeId: ofEvent, envelope, ID }) =>
		envelopeID ?? ofEvent ?? (envelope as IDataObject | undefined)?.ID ?? ID,
});

/**
 * The name of the chosen record, where the input item is that record or a trigger's event, which has the envelope beside.
 * Nothing is read for it.
 */
export function nameInInput(
	{ ids, json }: Pick<Call, 'ids' | 'json'>,
	{ path }: Pick<Locator, 'path'>,
): { name?: string } {
	const item = json();
	const records = [item, item.envelope as IDataObject | undefined];
	const record = records.find((one) => typeof one === 'object' && sameId(one?.ID, ids[path]));
	return typeof record?.name === 'string' ? { name: record.name } : {};
}

export const templateId = {
	...defineLocator({
		path: 'templateID',
		displayName: 'Envelope to Copy',
		description: 'Its documents, fields, texts, access codes and copy recipients are copied',
		method: 'searchTemplates',
		search: searchEnvelopes(templatesIn),
	}),
	label: 'envelope ID',
};

export const documentId = defineLocator({
	path: 'documentID',
	displayName: 'Document',
	description: 'The document to work on',
	method: 'searchDocuments',
	search: async (call, filter) => {
		const { items } = await call.request('GET /sign/envelopes/{envelopeID}/documents', {
			envelopeID: call.id(envelopeId),
		});
		return matching(
			items.map(({ ID, name }) => ({ name, value: ID })),
			filter,
		);
	},
});

const searchParticipants =
	(wanted: (role: string) => boolean): Search =>
	async (call, filter) => {
		const { items } = await call.request('GET /sign/envelopes/{envelopeID}/participants', {
			envelopeID: call.id(envelopeId),
		});
		return matching(
			items
				.filter(({ role }) => wanted(role))
				.map(({ ID, email, role }) => ({ name: `${email ?? ID} (${role})`, value: ID })),
			filter,
		);
	};

export const participantId = defineLocator({
	path: 'participantID',
	displayName: 'Participant',
	description: 'The participant to work on',
	method: 'searchParticipants',
	search: searchParticipants(() => true),
});

/** A participant who can have a field, so not a copy recipient. */
export const signerId = defineLocator({
	path: 'participantID',
	displayName: 'Participant',
	description: 'The signer who fills in the field',
	method: 'searchSigners',
	// A participant without a role may be a signer.
	search: searchParticipants((role) => role !== 'cc'),
});

export const fieldId = defineLocator({
	path: 'fieldID',
	displayName: 'Field',
	description: 'The field to work on',
	method: 'searchFields',
	search: async (call, filter) => {
		const { items } = await call.request(
			'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
			{ envelopeID: call.id(envelopeId), documentID: call.id(documentId) },
		);
		return matching(
			items.map((field) => {
				const { label, type, page }: { label?: string; type?: string; page?: number } = field;
				return { name: `${label ?? type ?? 'field'} on page ${page ?? 1}`, value: field.ID };
			}),
			filter,
		);
	},
});

export type EnvelopeIds = IdsOf<[typeof envelopeId]>;
export type DocumentIds = IdsOf<[typeof envelopeId, typeof documentId]>;

export const LOCATORS: readonly Locator[] = [
	documentId,
	envelopeId,
	fieldId,
	participantId,
	signerId,
	templateId,
];
