import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/harness';
import type { Draw, Planned, Intent } from './intent';

export const NAMES = ['NDA', 'Lease'];
export const FILES = ['Contract A.pdf', 'Annex (1).pdf'];
export const envelopeId = byId('={{ $json.envelope }}');
export const documentId = byId('={{ $json.document }}');
export const participantId = byId('={{ $json.participant }}');
export const fieldId = byId('={{ $json.field }}');
/** Values that a service may write in another way: fractions, capitals, blanks. */
export const box = {
	page: 1,
	unit: 'pt',
	x: 72.25,
	y: 100.75,
	width: 150,
	height: 40,
	required: true,
};

export const chosen = <Value>(list: Value[], { pick }: Draw): Value | undefined =>
	list.length > 0 ? list[pick % list.length] : undefined;
export const email = (mark: string, row: number) => `P${row}.${mark}@example.com`;
export const label = (mark: string, row: number) => `Field ${row} of ${mark}`;
export const rowsOf = <Row>({ rows }: Draw, row: (index: number) => Row): Row[] =>
	Array.from({ length: rows }, (_, index) => row(index + 1));

/** One item per draw; skips a draw that finds nothing to act on, or only what another one uses. */
export function planned<Target>(
	parameters: object,
	draws: Draw[],
	targetOf: (draw: Draw, item: number) => Target | undefined,
	itemOf: (
		target: Target,
		draw: Draw,
		item: number,
	) => { item: INodeExecutionData; intent: Intent },
	{ distinct = false } = {},
): Planned {
	const taken = new Set<Target>();
	const made = draws.flatMap((draw) => {
		const target = targetOf(draw, taken.size);
		if (target === undefined || (distinct && taken.has(target))) return [];
		taken.add(target);
		return [{ target, draw }];
	});
	const all = made.map(({ target, draw }, index) => itemOf(target, draw, index));
	return {
		parameters: parameters as INodeParameters,
		items: all.map(({ item }) => item),
		intents: all.map(({ intent }) => intent),
	};
}
