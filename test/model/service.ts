import { setTimeout } from 'node:timers';

import type { Fault, LoggedRequest, Sandbox } from '../../sandbox';
import type { View } from '../../sandbox/http/faults';
import { actAsOtherClient } from './otherClient';
import { Ledger } from './ledger';
import {
	lostAnswer,
	MAX_STALE_SNAPSHOTS,
	type OtherClientAct,
	type FaultPlan,
	type WriteFault,
} from './faultPlan';

const NOTHING: FaultPlan = { writes: [], reads: [], otherClient: [], documents: [] };

/** An execution may wait for this answer, so it is given after so many milliseconds without any request. */
const MAX_SILENCE_MS = 40;

/** The effect or the answer of a request that comes late. */
interface Late {
	/** Number of the request after which it does. */
	after: number;
	apply: () => void;
}

/** The sandbox with a bad connection, another client, and a ledger of everything that it really does. */
export class FaultyService {
	ledger: Ledger;
	/** How many writes met which fault. */
	readonly faults = new Map<string, number>();
	writes = 0;

	private faultPlan = NOTHING;
	private requests = 0;
	private late: Late[] = [];
	private snapshots: View[] = [];

	constructor(readonly sandbox: Sandbox) {
		this.ledger = new Ledger(sandbox.control);
	}

	/** Empty but for what `prepare` puts there. */
	restart(prepare: () => void): void {
		const { faults } = this.sandbox;
		faults.choose = (request) => this.choose(request);
		faults.intercept = async (request, takeEffect) =>
			await this.ledger.intercept(request, takeEffect);
		for (const { ID } of this.sandbox.control.envelopes()) {
			this.sandbox.control.act('DELETE /sign/envelopes/{envelopeID}', { ids: { envelopeID: ID } });
		}
		this.sandbox.log.clear();
		this.settle();
		prepare();
		this.ledger = new Ledger(this.sandbox.control);
		this.late = [];
		this.snapshots = [];
	}

	/** From the next request on; the same numbers give the same faults. */
	begin(faultPlan: FaultPlan): void {
		this.faultPlan = structuredClone(faultPlan);
		this.ledger.documentOutcomes = [...faultPlan.documents];
		this.requests = 0;
		this.snapshots = [];
		// Delays were counted in requests of the previous plan.
		this.late.forEach((one) => (one.after = Infinity));
	}

	settle(): void {
		this.faultPlan = NOTHING;
	}

	/** All that was still on its way takes effect. */
	async arrive(): Promise<void> {
		this.apply(() => true);
		// The service itself needs no time, but its promises are kept one after the other.
		await new Promise((resolve) => setImmediate(resolve));
	}

	act(act: OtherClientAct): void {
		actAsOtherClient(this.sandbox, this.ledger, act);
	}

	private choose(request: LoggedRequest): Fault | undefined {
		if (!request.route || request.route === 'POST /oauth/token') return undefined;
		this.requests += 1;
		this.apply(({ after }) => after < this.requests);
		if (this.faultPlan.reads.length > 0) this.snapshot();
		for (const act of this.faultPlan.otherClient) if (act.before === this.requests) this.act(act);
		const fault = this.isOut() ? this.outage(request) : this.usual(request);
		const delivered = !fault || fault.kind === 'hold' || (fault.kind === 'double' && !fault.answer);
		this.ledger.open(request, delivered);
		return fault;
	}

	private isOut(): boolean {
		const { outage } = this.faultPlan;
		return (
			outage !== undefined &&
			this.requests >= outage.from &&
			this.requests < outage.from + outage.requests
		);
	}

	private outage({ method }: LoggedRequest): Fault {
		if (method !== 'GET') this.count('outage');
		return { kind: 'status', status: 503 };
	}

	private usual({ method }: LoggedRequest): Fault | undefined {
		return method === 'GET' ? this.read() : this.write();
	}

	private count(effect: string): void {
		this.writes += 1;
		this.faults.set(effect, (this.faults.get(effect) ?? 0) + 1);
	}

	private read(): Fault | undefined {
		const fault = this.faultPlan.reads.shift() ?? 'answered';
		if (fault === 'answered') return undefined;
		if (fault === 503) return { kind: 'status', status: 503 };
		const view = this.snapshots.at(-1 - fault.stale);
		return view && { kind: 'stale', view };
	}

	private write(): Fault | undefined {
		const chosen = this.faultPlan.writes.shift() ?? { effect: 'answered' };
		this.count(chosen.effect);
		return this.faultOf(chosen);
	}

	private faultOf(chosen: WriteFault): Fault | undefined {
		switch (chosen.effect) {
			case 'answered':
				return undefined;
			case 'applied':
				return lostAnswer(chosen.answer, true);
			case 'notApplied':
				return lostAnswer(chosen.answer, false);
			case 'refused':
				return { kind: 'status', status: chosen.answer };
			case 'half':
				return {
					kind: 'half',
					entries: chosen.entries,
					answer: lostAnswer(chosen.answer, false),
				};
			case 'double':
				return {
					kind: 'double',
					...(chosen.answer && { answer: lostAnswer(chosen.answer, false) }),
				};
			case 'slow': {
				const until = this.later(chosen.after);
				return {
					kind: 'hold',
					until: Promise.race([until, this.silence()]),
					applied: chosen.applied,
				};
			}
			case 'late': {
				const until = this.later(chosen.after ?? Infinity);
				return { kind: 'late', until, answer: lostAnswer(chosen.answer, false) };
			}
		}
	}

	private async later(requests: number): Promise<void> {
		await new Promise<void>((apply) => this.late.push({ after: this.requests + requests, apply }));
	}

	private async silence(): Promise<void> {
		for (let heard = -1; heard !== this.requests;) {
			heard = this.requests;
			await new Promise<void>((end) => setTimeout(end, MAX_SILENCE_MS));
		}
	}

	private apply(due: (late: Late) => boolean): void {
		for (const one of this.late.filter(due)) one.apply();
		this.late = this.late.filter((one) => !due(one));
	}

	private snapshot(): void {
		this.snapshots = [
			...this.snapshots.slice(-MAX_STALE_SNAPSHOTS),
			this.sandbox.control.remember(),
		];
	}
}
