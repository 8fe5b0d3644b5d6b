import type { Route } from '../../nodes/ESignature/api';
import type { HttpReply } from './reply';
import type { LoggedRequest } from './requestLog';

/**
 * Faults between a client and any HTTP service. `applied` means that the request takes
 * effect first and only its answer is lost or replaced: to the client, a write of unknown outcome.
 */
export type Fault =
	/** A problem of that status. */
	| { kind: 'status'; status: number; applied?: boolean }
	/** Waits, then answers normally. */
	| { kind: 'delay'; ms: number }
	/** Answers normally once the promise is kept: lets a test check something while requests are open. */
	| { kind: 'hold'; until: Promise<unknown>; applied?: boolean }
	/** 429 with the hint in the header. */
	| { kind: 'rateLimit'; retryAfter: number }
	/** TCP reset: before the first byte of the answer, or in the middle of its body. */
	| { kind: 'reset'; when?: 'before' | 'body'; applied?: boolean }
	/** The real answer, cut after so many bytes of its body. */
	| { kind: 'truncate'; bytes: number; framing: 'content-length' | 'chunked' | 'close' }
	| { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
	/** Another body than the service would send. */
	| {
			kind: 'body';
			/** An object is sent as JSON. */
			body: string | object;
			contentType?: string;
			status?: number;
			applied?: boolean;
	  }
	/** The real answer's headers and first bytes, then silence until the client leaves. */
	| { kind: 'stall'; after?: number }
	/** Takes effect only when the promise is kept; `answer` goes at once, as if nothing would happen. */
	| { kind: 'late'; until: Promise<unknown>; answer: Fault }
	/** Only the first entries of a bulk request take effect, and nothing of any other one. */
	| { kind: 'half'; entries: number; answer: Fault }
	/** Something on the way sends it twice; the client gets `answer`, or the reply to the first. */
	| { kind: 'double'; answer?: Fault }
	/** A read that is answered from an earlier state, as by a copy that lags behind. */
	| { kind: 'stale'; view: View };

/** Lets a read see an earlier state; nothing may be written meanwhile. */
export type View = <Result>(read: () => Result) => Result;

type Target = Route | '*';

interface Planned {
	target: Target;
	fault: Fault;
	times: number;
}

/** Which of the coming requests go wrong, and how. `'*'` is any request, the token request too. */
export class FaultPlan {
	/** Chooses by the request itself, ahead of what is planned. */
	choose?: (request: LoggedRequest) => Fault | undefined;

	/** Wraps every request that takes effect, and decides whether it does so never, once, twice or later. */
	intercept?: (request: LoggedRequest, takeEffect: () => Promise<HttpReply>) => Promise<HttpReply>;

	private planned: Planned[] = [];

	/** The next `times` requests to the route; several plans apply in the order they were made. */
	next(target: Target, fault: Fault, times = 1): void {
		const firstStanding = this.planned.findIndex((plan) => plan.times === Infinity);
		const at = firstStanding < 0 ? this.planned.length : firstStanding;
		this.planned.splice(at, 0, { target, fault, times });
	}

	/** Every request to the route, after those planned with `next`. */
	always(target: Target, fault: Fault): void {
		this.planned.push({ target, fault, times: Infinity });
	}

	clear(): void {
		this.planned = [];
		this.choose = undefined;
		this.intercept = undefined;
	}

	/** The fault for a request that just arrived. */
	take(route: Route | undefined, request?: LoggedRequest): Fault | undefined {
		const chosen = request && this.choose?.(request);
		if (chosen) return chosen;
		const plan = this.planned.find(({ target }) => target === '*' || target === route);
		if (!plan) return undefined;
		plan.times -= 1;
		if (plan.times <= 0) this.planned = this.planned.filter((other) => other !== plan);
		return plan.fault;
	}
}
