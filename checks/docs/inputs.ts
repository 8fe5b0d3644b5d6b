import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** More choices than these are better looked up in the form. */
const MOST_CHOICES = 8;

/** Inputs as a reader meets them, with their choices, defaults and conditions. */
export const inputsText = (properties: readonly INodeProperties[]): string =>
	properties
		.filter(({ type }) => type !== 'notice')
		.map((property) => inputText(property, properties))
		.join('; ');

function inputText(property: INodeProperties, all: readonly INodeProperties[]): string {
	const { name, unit } = nameOf(property);
	const aside = [defaultOf(property, unit), conditionOf(property, all)].filter(Boolean).join(', ');
	const offered = offeredBy(property);
	return [
		property.required ? `**${name}**` : name,
		isRows(property) && aside ? ` (${aside})` : '',
		offered ? `: ${offered}` : '',
		!isRows(property) && aside ? ` (${aside})` : '',
	].join('');
}

/** A unit belongs to the number: `Max Wait (Seconds)` and 120 are "Max Wait (120 seconds)". */
function nameOf({ displayName, type }: INodeProperties): { name: string; unit: string } {
	const [, name, unit] = (type === 'number' && /^(.+) \((.+)\)$/.exec(displayName)) || [];
	if (!name || !unit) return { name: displayName, unit: '' };
	return { name, unit: unit === unit.toUpperCase() ? ` ${unit}` : ` ${unit.toLowerCase()}` };
}

/** It holds inputs of its own. */
const isRows = ({ type }: INodeProperties) => type === 'collection' || type === 'fixedCollection';

/** The inputs inside, or the choices. */
function offeredBy(property: INodeProperties): string {
	const { type, options = [] } = property;
	if (type === 'collection') return namesOf(options as INodeProperties[]);
	if (type === 'fixedCollection') {
		return (options as INodePropertyCollection[]).map(({ values }) => namesOf(values)).join(', ');
	}
	const names = choicesOf(property).map(({ name }) => name);
	if (names.length === 0 || names.length > MOST_CHOICES) return '';
	return type === 'multiOptions' ? `any of ${listed(names, 'and')}` : listed(names, 'or');
}

/** Groups inside a row are shown with what is in them. */
const namesOf = (properties: INodeProperties[]): string =>
	properties
		.map((property) => {
			const { name } = nameOf(property);
			if (!isRows(property)) return name;
			const { type, options = [] } = property;
			if (type === 'collection') return `${name} (${namesOf(options as INodeProperties[])})`;
			const groups = (options as INodePropertyCollection[]).map(
				({ displayName, values }) => `${displayName}: ${namesOf(values)}`,
			);
			return `${name} (${groups.join('; ')})`;
		})
		.join(', ');

const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

const listed = (names: string[], word: string): string =>
	names.length < 2
		? names.join('')
		: `${names.slice(0, -1).join(', ')} ${word} ${String(names.at(-1))}`;

/** What it is unless somebody changes it; nothing where it starts empty. */
function defaultOf(property: INodeProperties, unit: string): string {
	const { type, default: value } = property;
	if (isRows(property) || type === 'json' || type === 'resourceLocator') return '';
	return listed(
		[value].flat().map((one) => valueText(property, one) + (one === '' ? '' : unit)),
		'and',
	);
}

/** A value in the words of the form. */
function valueText(property: INodeProperties, value: unknown): string {
	const choice = choicesOf(property).find((one) => one.value === value);
	if (choice) return choice.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'string' && value !== '' ? `\`${value}\`` : String(value ?? '');
}

/** When the form shows it. */
function conditionOf({ displayOptions }: INodeProperties, all: readonly INodeProperties[]): string {
	const { show = {}, ...others } = displayOptions ?? {};
	if (Object.keys(others).length > 0) throw new Error('Only conditions with "show" have words yet');
	return Object.entries(show)
		.map(([name, values = []]) => {
			const asked = all.find((property) => property.name === name);
			if (!asked) throw new Error(`No input is called '${name}'`);
			const words = (values as unknown[]).map((value) => valueText(asked, value));
			return `if ${nameOf(asked).name} is ${listed(words, 'or')}`;
		})
		.join(' and ');
}
