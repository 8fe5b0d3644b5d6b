import type { Request, Response } from 'express';

import type { Route } from '../../nodes/ESignature/api';

export interface LoggedRequest {
	/** Undefined for a path or verb that is not part of the interface. */
	route: Route | undefined;
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Request['headers'];
	/** Parsed JSON, the text when it is not JSON, or a summary of the parts of an upload. */
	body: unknown;
	/** 0 until an answer begins, and for good when the connection is cut before it. */
	status: number;
	/** Milliseconds since 1970, by the sandbox's clock. */
	at: number;
}

export class RequestLog {
	requests: LoggedRequest[] = [];
	/** Highest number of requests open at the same moment. */
	maxInFlight = 0;
	private inFlight = 0;

	constructor(private readonly now: () => number) {}

	count(route?: Route): number {
		return this.requests.filter((entry) => route === undefined || entry.route === route).length;
	}

	clear(): void {
		this.requests = [];
		this.maxInFlight = this.inFlight;
	}

	/** Opens an entry; it closes itself when the answer ends or the connection does. */
	open(req: Request, res: Response): LoggedRequest {
		const entry: LoggedRequest = {
			route: undefined,
			method: req.method,
			path: req.path,
			query: { ...req.query },
			headers: req.headers,
			body: undefined,
			status: 0,
			at: this.now(),
		};
		this.requests.push(entry);
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);

		const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
		res.writeHead = (...head: unknown[]) => {
			entry.status = Number(head[0]);
			return writeHead(...head);
		};
		let open = true;
		const close = () => {
			if (!open) return;
			open = false;
			this.inFlight -= 1;
		};
		// `finish` comes before the client can send its next request, `close` may come after it.
		res.once('finish', close).once('close', close);
		return entry;
	}
}
