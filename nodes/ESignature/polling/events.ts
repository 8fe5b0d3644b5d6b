import type { IDataObject } from 'n8n-workflow';

import type { ShortEnvelope } from '../api/types';
import { UserError } from '../errors/userError';
import type { Client } from '../transport/client';
import { envelopePages } from '../transport/envelopePages';
import { parseTime } from '../values/parse';
import { withCommas } from '../values/text';
import { CREATED, typeOf, type Settings } from './form';

export type Request = Client['request'];

/** A test event reads this many pages at most, since the user waits for it. */
const MAX_TEST_PAGES = 20;

/** The events of an envelope, in the form of the service's webhook. `before`: its last status; null if it is new. */
export function eventsOf(envelope: ShortEnvelope, before: string | null): IDataObject[] {
	const { status } = envelope;
	const about = { envelopeId: envelope.ID, envelope: { ...envelope } };
	const created = {
		id: `${envelope.ID}:created`,
		type: CREATED,
		created: envelope.createdAt,
		...about,
	};
	const reached = {
		id: `${envelope.ID}:${status}`,
		type: typeOf(status),
		created: envelope.lastModifiedAt,
		...(before !== null && { statusBefore: before }),
		...about,
	};
	if (before !== null) return [reached];
	return status === 'drafted' ? [created] : [created, reached];
}

/** Sorts the events from old to new. */
export function inOrder(events: IDataObject[]): IDataObject[] {
	const timeOf = ({ created }: IDataObject) => parseTime(created) || 0;
	return [...events].sort((one, other) => timeOf(one) - timeOf(other));
}

/** The newest change that would start the workflow, for the test in the editor. The state is not changed. */
export async function newestChange(request: Request, { isWanted }: Settings): Promise<IDataObject> {
	const eventOf = (envelope: ShortEnvelope) =>
		eventsOf(envelope, null)
			.filter(({ type }) => isWanted(String(type)))
			.at(-1);
	let newest: ShortEnvelope | undefined;
	let [pages, count, isWhole] = [0, 0, false];
	for await (const { items, nextPage } of envelopePages({ request })) {
		count += items.length;
		for (const envelope of items) {
			if (!eventOf(envelope)) continue;
			if (!newest || changedAt(envelope) > changedAt(newest)) newest = envelope;
		}
		isWhole = nextPage === undefined;
		if (++pages >= MAX_TEST_PAGES) break;
	}
	if (!newest) throw new UserError(isWhole ? NOTHING_YET : noneOf(count), NOTHING_YET_ADVICE);
	const envelope = await request('GET /sign/envelopes/{envelopeID}', { envelopeID: newest.ID });
	return { ...(eventOf(envelope) ?? eventOf(newest)), envelope: { ...envelope } };
}

const changedAt = ({ lastModifiedAt }: ShortEnvelope): number => parseTime(lastModifiedAt);

const NOTHING_YET = "No envelope matches 'Trigger On' yet";
const noneOf = (count: number): string =>
	`None of the first ${withCommas(count)} envelopes matches 'Trigger On'`;
const NOTHING_YET_ADVICE =
	"Create or send an envelope in the service and fetch a test event again, or choose more events in 'Trigger On'.";
