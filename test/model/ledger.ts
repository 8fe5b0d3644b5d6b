import type { Route, UUID } from '../../nodes/ESignature/api';
import type { Control, LoggedRequest, StoredEnvelope } from '../../sandbox';
import type { HttpReply } from '../../sandbox/http/reply';
import { EXECUTION_HEADER } from './executions';

export type Kind = 'envelope' | 'document' | 'participant' | 'field';

/** A request, and how often the service has carried it out. */
export interface Sent {
	/** Who sent it: the name of an execution, `otherClient`, or `before` for what was there at the start. */
	by: string;
	route?: Route;
	path: string;
	body: unknown;
	/** The real answer goes to the client. */
	delivered: boolean;
	applied: number;
}

export interface Thing {
	kind: Kind;
	ID: UUID;
	envelopeID: UUID;
	/** Identifies it: email address, label, hash of the file, or name. */
	mark: string;
	/** Of a participant. */
	role?: string;
	maker: Sent;
	/** Made by a request that the service applied a second time, which is not our fault. */
	twin: boolean;
	made: number;
	removed?: { by: Sent; at: number };
}

interface Change {
	envelopeID: UUID;
	status: string;
	by: Sent;
	at: number;
	/** The content of the envelope at that moment. */
	content: Thing[];
}

type Made = Pick<Thing, 'kind' | 'ID' | 'envelopeID' | 'mark' | 'role'>;

/** Which request made, changed and removed what: the truth that the outputs are compared with. */
export class Ledger {
	readonly sent: Sent[] = [];
	readonly things = new Map<UUID, Thing>();
	readonly changes: Change[] = [];
	/** The last list of each kind, as each execution has read it. */
	readonly shown = new Map<string, { at: number; IDs: Set<UUID> }>();
	/** Participants and fields of the other client that cannot be told from ours. */
	readonly exactTwins = new Set<UUID>();
	/** The outcomes of the next documents; all others are processed at once. */
	documentOutcomes: Array<'uploaded' | 'failed'> = [];
	/** Grows with everything that happens. */
	now = 0;

	private readonly byEntry = new WeakMap<LoggedRequest, Sent>();
	private statuses = new Map<UUID, string>();

	constructor(private readonly control: Control) {
		this.note({ by: 'before', path: '', body: undefined, delivered: true, applied: 0 }, undefined);
	}

	open(entry: LoggedRequest, delivered: boolean): void {
		const { route, path, body } = entry;
		const by = String(entry.headers[EXECUTION_HEADER] ?? 'unknown');
		const sent = { by, route, path, body, delivered, applied: 0 };
		this.sent.push(sent);
		this.byEntry.set(entry, sent);
	}

	/** A request takes effect. The service acts before the first await, so nothing can come between. */
	async intercept(entry: LoggedRequest, takeEffect: () => Promise<HttpReply>): Promise<HttpReply> {
		const sent = this.byEntry.get(entry);
		const reply = takeEffect();
		if (!sent) return await reply;
		if (entry.method !== 'GET') this.note(sent, markOf(sent));
		const { status, bytes } = await reply;
		if (status < 300 && entry.method !== 'GET') sent.applied += 1;
		if (status < 300 && entry.method === 'GET') this.noteShown(sent, bytes as Uint8Array[]);
		return await reply;
	}

	/** The other client acts; what the service refuses has no effect. */
	otherClient(act: () => void): Thing[] {
		const sent = { by: 'otherClient', path: '', body: undefined, delivered: true, applied: 0 };
		try {
			act();
		} catch {
			return [];
		}
		return this.note(sent, undefined);
	}

	/** Sent by this execution, newest last. */
	of(by: string, wanted: (sent: Sent) => boolean): Sent[] {
		return this.sent.filter((sent) => sent.by === by && wanted(sent));
	}

	find(wanted: (thing: Thing) => boolean): Thing[] {
		return [...this.things.values()].filter(wanted);
	}

	private note(sent: Sent, mark: string | undefined): Thing[] {
		this.now += 1;
		const all = this.control.envelopes();
		const there = new Set<UUID>();
		const made: Thing[] = [];
		for (const one of all.flatMap(contentOf)) {
			there.add(one.ID);
			if (this.things.has(one.ID)) continue;
			const own = one.kind === 'document' && mark ? { mark } : {};
			const thing = { ...one, ...own, maker: sent, twin: sent.applied > 0, made: this.now };
			this.things.set(one.ID, thing);
			if (one.kind === 'document') this.process(one);
			if (sent.by !== 'before') made.push(thing);
		}
		for (const thing of this.things.values()) {
			if (!there.has(thing.ID)) thing.removed ??= { by: sent, at: this.now };
		}
		for (const { ID: envelopeID, status } of all) {
			if (this.statuses.get(envelopeID) === status) continue;
			this.statuses.set(envelopeID, status);
			const content = this.find(
				(thing) => thing.envelopeID === envelopeID && thing.ID !== envelopeID && !thing.removed,
			);
			this.changes.push({ envelopeID, status, by: sent, at: this.now, content });
		}
		return made;
	}

	/** Documents are processed at once. */
	private process({ envelopeID, ID }: Made): void {
		const document = this.control.get(envelopeID).documents.find((one) => one.ID === ID);
		const status = this.documentOutcomes.shift() ?? 'uploaded';
		if (document) Object.assign(document, { status, numPages: 1 });
	}

	private noteShown({ by, path }: Sent, bytes: Uint8Array[]): void {
		const list = /^\/sign\/envelopes\/([^/]+)\/(documents|participants)$/.exec(path);
		if (!list) return;
		const { items } = JSON.parse(Buffer.concat(bytes).toString()) as { items: Shown[] };
		this.now += 1;
		// With the dialect `key-id` the key is spelled `id`.
		const IDs = new Set(items.map(({ ID, id }) => ID ?? id ?? ''));
		this.shown.set(`${by} ${list[1]} ${list[2]}`, { at: this.now, IDs });
	}
}

interface Shown {
	ID?: UUID;
	id?: UUID;
}

/** Only the bytes of an upload show whose it is. */
const markOf = ({ body }: Sent): string | undefined =>
	(body as { payload?: { sha256?: string } } | undefined)?.payload?.sha256;

function contentOf({ ID: envelopeID, name, documents, participants }: StoredEnvelope): Made[] {
	return [
		{ kind: 'envelope', ID: envelopeID, envelopeID, mark: name },
		...participants.map(({ ID, email, role }) => ({
			kind: 'participant' as const,
			ID,
			envelopeID,
			mark: email,
			role,
		})),
		...documents.map(
			(one) => ({ kind: 'document', ID: one.ID, envelopeID, mark: one.name }) as const,
		),
		...documents.flatMap(({ fields }) =>
			fields.map((field) => ({
				kind: 'field' as const,
				ID: field.ID,
				envelopeID,
				mark: 'label' in field ? String(field.label) : field.type,
			})),
		),
	];
}
