import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { isResourceLocatorValue } from 'n8n-workflow';

import type { UUID } from '../api/types';
import { isId } from '../api/values';
import { caught, wrongInput } from '../errors/userError';
import { nodeError } from '../errors/nodeError';
import type { Texts } from '../errors/sentences';
import { Client } from '../transport/client';
import { readAccount } from '../transport/session/account';
import { butIs } from '../values/text';

/** `isId` for the form, with space around it. Whether it may be empty is said by `required`. */
const ID_OR_NOTHING = '^\\s*([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*)?$';

/** All that a search sees of n8n and of the service. */
interface SearchCall {
	/** Another ID input of the form; the list depends on it. */
	id(locator: Locator): UUID;
	request: Client['request'];
}

export type Search = (
	call: SearchCall,
	filter: string,
	cursor?: string,
) => Promise<INodeListSearchResult>;

/** An input that names one record: picked from a list, or given by its ID. */
export interface Locator<Path extends string = string> {
	/** How the contract calls the ID, in paths and bodies: `envelopeID`. */
	path: Path;
	/** How people call it: `envelope ID`. */
	label: string;
	property: INodeProperties;
	method: string;
	search: Search;
	/** Where the input may stay empty: the ID that the item has. */
	ofItem?(json: IDataObject): unknown;
}

export function defineLocator<const Path extends string>(
	what: Pick<INodeProperties, 'displayName' | 'description'> &
		Pick<Locator<Path>, 'path' | 'method' | 'search' | 'ofItem'>,
): Locator<Path> {
	const { path, displayName, description, method, search, ofItem } = what;
	return {
		path,
		label: `${displayName.toLowerCase()} ID`,
		method,
		search,
		ofItem,
		property: {
			displayName,
			name: path.replace(/ID$/, 'Id'),
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			...(!ofItem && { required: true }),
			description,
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					...(ofItem && { placeholder: `${displayName} from input` }),
					typeOptions: { searchListMethod: method, searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
					validation: [
						{
							type: 'regex',
							properties: {
								regex: ID_OR_NOTHING,
								errorMessage: `This is not the ID of ${article(displayName)}. An ID looks like 123e4567-e89b-42d3-a456-426614174000. Choose an entry from the list, or find the ID with the 'Get Many' operation.`,
							},
						},
					],
				},
			],
		},
	};
}

const article = (name: string) => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`;

/** Little more than an ID: somebody may have entered a signing URL, which is a secret. */
const MAX_ID_LENGTH_SHOWN = 40;

/**
 * An ID that somebody has entered, without the space around it, in the spelling in which it was entered: a service may
 * tell its IDs apart by case. Throws if it is none; an agent gets to see no more than the message.
 */
export function enteredId(value: unknown, label: string): UUID {
	const text = typeof value === 'string' ? value.trim() : value;
	if (isId(text)) return text;
	throw wrongInput(
		text === '' || text === undefined || text === null
			? `The ${label} is empty`
			: `The ${label} must be a valid ID${butIs(value, MAX_ID_LENGTH_SHOWN)}: find it with 'Get Many'`,
		"An ID looks like 123e4567-e89b-42d3-a456-426614174000. Choose an entry from the list, find the ID with the 'Get Many' operation, or use an expression that returns only the ID.",
	);
}

/** n8n's own `extractValue` refuses an input that the form hides (n8n-core, extract-value.ts), so this does it. */
export const chosenValue = (value: unknown): unknown =>
	isResourceLocatorValue(value) ? value.value : value;

interface Entered {
	/** The inputs as they stand in the workflow: an expression is not evaluated. */
	raw: INodeParameters;
	param(name: string): unknown;
	json(): IDataObject;
}

/** The ID that was entered or, where the input may stay empty, the one that the item has. */
function chosenId({ property, label, ofItem }: Locator, entered: Entered): UUID {
	// An expression that gives nothing is a mistake, and not left empty.
	const isLeftEmpty = String(chosenValue(entered.raw[property.name]) ?? '').trim() === '';
	if (!ofItem || !isLeftEmpty) return enteredId(entered.param(property.name), label);
	const found = ofItem(entered.json());
	if (found !== undefined && found !== null) return enteredId(found, label);
	throw wrongInput(
		`The item has no ${label}, and '${property.displayName}' is empty`,
		`Choose the '${property.displayName}', or add a step before this one that returns it, such as 'Get Many'. In an AI agent tool, let the model define it.`,
	);
}

export const chosenIds = (locators: readonly Locator[], entered: Entered): Record<string, UUID> =>
	Object.fromEntries(locators.map((locator) => [locator.path, chosenId(locator, entered)]));

type SearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
) => Promise<INodeListSearchResult>;

/** n8n's `methods.listSearch`, derived from the locators. */
export function listSearchOf(
	locators: readonly Locator[],
	texts: Texts,
): Record<string, SearchMethod> {
	return Object.fromEntries(
		locators.map(({ method, search }) => [
			method,
			async function (this: ILoadOptionsFunctions, filter?: string, cursor?: string) {
				return await searchWith(this, texts, search, filter, cursor);
			},
		]),
	);
}

async function searchWith(
	host: ILoadOptionsFunctions,
	texts: Texts,
	search: Search,
	filter = '',
	cursor?: string,
) {
	try {
		const account = readAccount(await host.getCredentials('eSignatureApi'));
		const client = new Client(host, account, { texts });
		const call: SearchCall = {
			id: (locator) => siblingId(host, locator),
			request: async (route, args) => await client.request(route, args),
		};
		return await search(call, filter.trim().toLowerCase(), cursor);
	} catch (error) {
		throw nodeError(host.getNode(), caught(error), 0);
	}
}

function siblingId(host: ILoadOptionsFunctions, { property, label }: Locator): UUID {
	const value = chosenValue(host.getCurrentNodeParameter(property.name));
	if (typeof value === 'string' && value.trim() !== '' && !value.startsWith('=')) {
		return enteredId(value, label);
	}
	throw wrongInput(
		// The editor shows only the message of a list that cannot be filled.
		`Choose the ${property.displayName.toLowerCase()} first. If it is an expression, switch this input to 'By ID'.`,
		'The list depends on it, and an expression has a value only when the workflow runs.',
	);
}
