import type { IDataObject } from 'n8n-workflow';

import { idKey, type ShortEnvelope } from '../api';
import { pagesOf } from '../actions/envelope/list';
import { figure } from '../errors/printable';
import { UserError } from '../errors/userError';
import { serviceTime } from '../transport';
import { CREATED, typeOf, type Settings } from './form';
import { listedOf, statusIn, type ListedEnvelope, type Request } from './listed';

/** Of a list that begins with the newest: what comes behind is of no interest to anyone. */
const MOST_TEST_PAGES = 20;
/** Of any other list. Somebody waits for it. */
const MOST_PAGES_AT_ALL = 200;
const LONGEST_WAIT = 30_000;

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
	const began = performance.now();
	const seen = new Set<string>();
	let newest: ListedEnvelope | undefined;
	let [pages, atTheTop, further] = [0, -Infinity, -Infinity];
	let [isEnough, isCut] = [false, false];
	for await (const { items } of pagesOf(request, seen)) {
		isCut = isEnough;
		if (isCut) break;
		const entries = listedOf(items);
		for (const entry of entries) {
			seen.add(entry.id);
			const isNewer = !newest || entry.changed > newest.changed;
			if (isNewer && wanted(entry.envelope).length > 0) newest = entry;
		}
		const latest = Math.max(...entries.map(({ created }) => created || -Infinity));
		if (++pages === 1) atTheTop = latest;
		else further = Math.max(further, latest);
		const most = further > atTheTop ? MOST_PAGES_AT_ALL : MOST_TEST_PAGES;
		isEnough = pages >= most || performance.now() - began > LONGEST_WAIT;
	}
	if (!newest) throw new UserError(isCut ? noneOf(seen.size) : NOTHING_YET, NOTHING_YET_ADVICE);
	const { ID } = newest.envelope;
	const envelope = await request('GET /sign/envelopes/{envelopeID}', { envelopeID: ID });
	const event = wanted(envelope).at(-1) ?? wanted(newest.envelope).at(-1);
	return { ...event, envelope: { ...envelope } };
}

const NOTHING_YET = 'No envelope has reached what this trigger waits for';
const noneOf = (count: number): string =>
	`None of the first ${figure(count)} envelopes in the list has reached what this trigger waits for`;
const NOTHING_YET_ADVICE =
	"Create or send an envelope in the service and fetch a test event again, or choose more events in 'Trigger On'.";
