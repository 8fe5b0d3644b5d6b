import type { IDataObject } from 'n8n-workflow';

import { signedHeaders } from '../../sandbox/webhooks/signature';
import { handled } from '../nodes/ESignature/trigger/plainHost';
import type { Kept } from '../nodes/ESignature/polling/pretendService';

/** What a trigger has to tell, each once, and what it has told. */
export class Telling {
	private readonly due = new Set<string>();
	private readonly told = new Map<string, number>();

	get owed(): number {
		return this.due.size;
	}

	get missed(): string[] {
		return [...this.due].filter((what) => !this.told.has(what));
	}

	get twice(): string[] {
		return [...this.told].filter(([, times]) => times > 1).map(([what]) => what);
	}

	/** Nothing of the kind has happened, or no report of it has arrived. */
	get invented(): string[] {
		return [...this.told.keys()].filter((what) => !this.due.has(what));
	}

	owe(what: string): void {
		this.due.add(what);
	}

	tell(what: string): void {
		this.told.set(what, (this.told.get(what) ?? 0) + 1);
	}
}

/** Of the statuses that an envelope ends in, what the service reports. */
export const REPORTS: Record<string, string> = {
	sealed: 'EnvelopeSealed',
	rejected: 'SignatureRequestDeclined',
	cancelled: 'EnvelopeCancelled',
};

/** The name of a change, from either trigger. */
export const changeOf = ({ type, envelopeId }: IDataObject): string =>
	`${String(type)} ${String(envelopeId)}`;

const KEY = { id: 'client', secret: 'secret' };
const ADDRESS = new URL('https://n8n.example.com/webhook/year');

let processes = 0;

/** The webhook trigger as it is shipped, in an n8n that keeps its data with the workflow. */
export class Hook {
	private kept: IDataObject = {};
	private workflow = `year${++processes}`;

	/** What a report of the service starts a run with, if it starts one. */
	async take({ ID, status, lastModifiedAt }: Kept): Promise<IDataObject[]> {
		const body = JSON.stringify({
			id: `${ID}:${status}`,
			type: REPORTS[status],
			created: lastModifiedAt,
			data: { envelopeID: ID },
		});
		const headers = await signedHeaders(ADDRESS, body, KEY, Date.now());
		const { status: answer = 200, result } = await handled({
			url: ADDRESS.href,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
			),
			body: Buffer.from(body),
			parameters: { verification: 'httpMessageSignature', events: Object.values(REPORTS) },
			credentials: { clientId: KEY.id, clientSecret: KEY.secret },
			workflow: this.workflow,
			staticData: this.kept,
		});
		if (answer !== 200) throw new Error(`The webhook trigger answered ${answer} to ${body}`);
		return (result?.workflowData?.[0] ?? []).map(({ json }) => json);
	}

	/** Another process, which knows nothing but what was written down. */
	restart(): void {
		this.kept = structuredClone(this.kept);
		this.workflow = `year${++processes}`;
	}
}
