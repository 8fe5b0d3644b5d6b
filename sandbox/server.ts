import express, { type Request, type Response } from 'express';

import type { PathIds, Route } from '../nodes/ESignature/api';
import type { Dialects } from './dialects';
import type { FaultPlan } from './http/faults';
import { inputReader } from './http/input';
import { loopbackOnly } from './http/loopback';
import { misbehave } from './http/misbehave';
import { Refusal } from './http/problems';
import { jsonReply, reply, send, type HttpReply } from './http/reply';
import type { LoggedRequest, RequestLog } from './http/requestLog';
import { expressRoute, inMatchingOrder, type Answer, type Call, type Routes } from './http/router';
import { pagesOf } from './pages';
import { LIMITS } from './service/limits';
import type { Service } from './service/service';
import type { Timers } from './time/timers';

export interface Parts {
	service: Service;
	routes: Routes;
	log: RequestLog;
	faults: FaultPlan;
	dialects: Dialects;
	/** The waits of faults, which must not count as work of the service. */
	timers: Timers;
}

/** A request passes: host name, log, body, fault plan, token, handler, dialects. Pages come before all that. */
export function createApp({
	service,
	routes,
	log,
	faults,
	dialects,
	timers,
}: Parts): express.Express {
	const app = express().disable('x-powered-by').disable('etag');

	const readInput = inputReader(LIMITS.documentBytes);

	const answer = async (
		req: Request,
		res: Response,
		route: Route | undefined,
		serve: (input: Pick<Call, 'body' | 'bodyRefusal' | 'upload'>) => Promise<HttpReply>,
	) => {
		const entry = res.locals.entry as LoggedRequest;
		entry.route = route;
		const { logged, ...input } = await readInput(req, res);
		entry.body = logged;
		const fault = faults.take(route, entry);
		const produce = async (body: unknown = input.body) => {
			const takeEffect = async () => await serve({ ...input, body });
			return await (faults.intercept?.(entry, takeEffect) ?? takeEffect());
		};
		if (fault) await misbehave(fault, { req, res, body: input.body, produce, timers });
		else await send(res, await produce());
	};

	app.use(pagesOf(service));
	app.use(loopbackOnly);

	app.use((req, res, next) => {
		res.locals.entry = log.open(req, res);
		res.set('Date', new Date(service.settings.now()).toUTCString());
		next();
	});

	for (const route of inMatchingOrder(Object.keys(routes) as Route[])) {
		const { verb, path } = expressRoute(route);
		app[verb](path, async (req: Request, res: Response) => {
			await answer(req, res, route, async (input) => {
				const reply = await refusalsAsReplies(req, async () => {
					if (route !== 'POST /oauth/token') service.tokens.check(req.headers.authorization);
					const ids = req.params as PathIds<Route>;
					const { ignoresUnknownKeys } = service.settings;
					return await routes[route]({ ids, query: req.query, ignoresUnknownKeys, ...input });
				});
				return dialects.written(route, reply);
			});
		});
	}

	app.use(async (req, res) => {
		await answer(req, res, undefined, async () =>
			new Refusal(404, `There is no ${req.method} ${req.path} here.`).reply(req.path),
		);
	});
	return app;
}

async function refusalsAsReplies(req: Request, run: () => Promise<Answer>): Promise<HttpReply> {
	try {
		return replyOf(await run());
	} catch (error) {
		const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
		return refusal.reply(req.path);
	}
}

function replyOf(answer: Answer): HttpReply {
	if ('json' in answer) return jsonReply(answer.status, answer.json);
	if (!('file' in answer)) return reply(answer.status);
	const { type, name, length, bytes } = answer.file;
	const plain = name.replace(/[^\w .()@-]/g, '_');
	return {
		status: answer.status,
		headers: {
			'Content-Type': type,
			// RFC 6266: a plain name for everyone, the exact one for those who know the second form.
			'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
		},
		length,
		bytes,
	};
}
