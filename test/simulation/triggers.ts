import type { IDataObject } from 'n8n-workflow';

import { deliver } from '../nodes/ESignature/trigger/delivery';
import type { FakeEnvelope } from '../nodes/ESignature/polling/fakeEnvelopeApi';

/** The events to deliver, each once, and the delivered ones. */
export class Deliveries {
	private readonly expected = new Set<string>();
	private readonly delivered = new Map<string, number>();

	get expectedCount(): number {
		return this.expected.size;
	}

	get missed(): string[] {
		return [...this.expected].filter((what) => !this.delivered.has(what));
	}

	get twice(): string[] {
		return [...this.delivered].filter(([, times]) => times > 1).map(([what]) => what);
	}

	/** Nothing of the kind has happened, or no report of it has arrived. */
	get invented(): string[] {
		return [...this.delivered.keys()].filter((what) => !this.expected.has(what));
	}

	expect(what: string): void {
		this.expected.add(what);
	}

	deliver(what: string): void {
		this.delivered.set(what, (this.delivered.get(what) ?? 0) + 1);
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

let processes = 0;

/** The webhook trigger as it is shipped, in an n8n that keeps its data with the workflow. */
export class Hook {
	private kept: IDataObject = {};
	private workflow = `year${++processes}`;

	/** The event that a delivery starts a run with, if it starts one. */
	async take({ ID, status, lastModifiedAt }: FakeEnvelope): Promise<IDataObject[]> {
		const body = JSON.stringify({
			id: `${ID}:${status}`,
			type: REPORTS[status],
			created: lastModifiedAt,
			data: { envelopeID: ID },
		});
		const { status: answer = 200, result } = await deliver(body, {
			parameters: { events: Object.values(REPORTS) },
			workflow: this.workflow,
			staticData: this.kept,
		});
		if (answer !== 200) throw new Error(`The webhook trigger answered ${answer} to ${body}`);
		return (result?.workflowData?.[0] ?? []).map(({ json }) => json);
	}

	/** A new process, which knows only what was stored. */
	restart(): void {
		this.kept = structuredClone(this.kept);
		this.workflow = `year${++processes}`;
	}
}
