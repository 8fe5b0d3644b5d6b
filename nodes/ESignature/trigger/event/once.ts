import type { IWebhookFunctions } from 'n8n-workflow';

import { ANSWERS, type Answer } from '../answers';
import { answered } from './answered';
import { claim } from './claims';
import { rememberedBy, remember } from './remembered';
import { insist, keepSeen, markOf, wasSeen } from './seen';
import { turnOf } from './turns';

/** The service waits 15 seconds for its answer, and n8n needs some of them. */
const LONGEST = 12_000;

/** One run for each event: what was here before is answered, and what is new is marked. */
export class Once {
	private readonly began = performance.now();
	private readonly node: string;
	private readonly outcome: Promise<boolean>;

	constructor(
		private readonly host: IWebhookFunctions,
		private readonly eventId: string,
	) {
		this.node = `${host.getWorkflow().id} ${host.getNode().id}`;
		this.outcome = answered(host.getResponseObject());
	}

	/** The answer to an event that started a run before, or is about to. */
	async answer(): Promise<Answer | undefined> {
		if (wasSeen(this.host.getWorkflowStaticData('node'), this.eventId)) return ANSWERS.received;
		const turn = await claim(`${this.node} ${markOf(this.eventId)}`, this.outcome);
		if (turn === 'ours') return undefined;
		return turn === 'taken' ? ANSWERS.received : ANSWERS.notNow;
	}

	/** To be called last, since n8n keeps it also after a request that started no run. */
	async mark(): Promise<void> {
		const { host, node, eventId, outcome } = this;
		const kept = host.getWorkflowStaticData('node');
		await turnOf(node, outcome, this.began + LONGEST - performance.now());
		keepSeen(kept, eventId, rememberedBy(node));
		void outcome.then((taken) => taken && remember(node, markOf(eventId)));
		void insist(kept, outcome).catch(() => {});
	}
}
