import type { IDataObject } from 'n8n-workflow';

import type { ShortEnvelope } from '../api';
import { pagesOf } from '../actions/envelope/list';
import { UserError } from '../errors/userError';
import { idKey, serviceTime } from '../transport';
import { CREATED, typeOf, type Settings } from './form';
import { listedOf, statusIn, type Listed, type Request } from './listed';

const MOST_TEST_PAGES = 20;

/** As the webhook of the service would have told it. */
export function eventsOf(envelope: ShortEnvelope, before: string | undefined): IDataObject[] {
	const status = statusIn(envelope);
	const envelopeId = idKey(envelope.ID);
	const about = { envelopeId, envelope: { ...envelope } };
	const created = {
		id: `${envelopeId}:created`,
		type: CREATED,
		created: envelope.createdAt,
		...about,
	};
	if (before === undefined && status === 'drafted') return [created];
	const reached = {
		id: `${envelopeId}:${status}`,
		type: typeOf(status),
		created: envelope.lastModifiedAt,
		...(before !== undefined && { statusBefore: before }),
		...about,
	};
	return before === undefined ? [created, reached] : [reached];
}

/**
 * Where pages shift while they are read, the first check can miss an old envelope. Of one that is found later, only
 * what has happened since is new.
 */
export const eventsSince = (
	{ first, firstChange }: { first: number; firstChange: number },
	events: IDataObject[],
): IDataObject[] =>
	events.filter(
		({ type, created }) => !(serviceTime(created) < (type === CREATED ? first : firstChange)),
	);

/** For whoever builds a workflow: the newest change that would start it. Nothing is kept of it. */
export async function newestChange(request: Request, { isWanted }: Settings): Promise<IDataObject> {
	const wanted = (envelope: ShortEnvelope) =>
		eventsOf(envelope, undefined).filter(({ type }) => isWanted(String(type)));
	const seen = new Set<string>();
	let newest: Listed | undefined;
	let pages = 0;
	for await (const { items } of pagesOf(request, seen)) {
		for (const entry of listedOf(items)) {
			seen.add(entry.id);
			const isNewer = !newest || entry.changed > newest.changed;
			if (isNewer && wanted(entry.envelope).length > 0) newest = entry;
		}
		if (++pages >= MOST_TEST_PAGES) break;
	}
	if (!newest) throw new UserError(NOTHING_YET, NOTHING_YET_ADVICE);
	const { ID } = newest.envelope;
	const envelope = await request('GET /sign/envelopes/{envelopeID}', { envelopeID: ID });
	const event = wanted(envelope).at(-1) ?? wanted(newest.envelope).at(-1);
	return { ...event, envelope: { ...envelope } };
}

const NOTHING_YET = 'No envelope has reached what this trigger waits for';
const NOTHING_YET_ADVICE =
	"Create or send an envelope in the service and fetch a test event again, or choose more events in 'Trigger On'.";
