/* eslint-disable @typescript-eslint/no-unused-vars -- express tells an error handler by its four parameters */
import express, { Router, type NextFunction, type Request, type Response } from 'express';

import { Refusal } from '../http/problems';
import type { Service } from '../service/service';
import { adminRoutes } from './admin';
import { assetRoutes } from './assets';
import { envelopeRoutes } from './envelope';
import { guard, sendPage } from './guard';
import { inboxRoute } from './inbox';
import { notice } from './layout';
import { signingRoutes } from './signing/route';

const FORM_LIMIT_BYTES = 1_000_000;
const FOLDERS = ['/signing', '/envelopes', '/admin', '/assets'];

/** The pages for people. No path of the API begins like one of these, and none is logged or faulted. */
export function pagesOf(service: Service): Router {
	const router = Router();
	const readForm = express.urlencoded({ extended: false, limit: FORM_LIMIT_BYTES });
	router.use(FOLDERS, guard, readForm);
	router.get('/', guard, inboxRoute(service));
	// Browsers ask for it by themselves.
	router.get('/favicon.ico', (_req, res) => void res.status(204).end());
	router.use('/signing', signingRoutes(service));
	router.use('/envelopes', envelopeRoutes(service));
	router.use('/admin', adminRoutes(service));
	router.use('/assets', assetRoutes());
	router.use(FOLDERS, () => {
		throw new Refusal(404, 'There is no such page.');
	});
	router.use(asPage);
	return router;
}

/** An error, in words for a person. */
function asPage(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
	const { status = 500, message } = error as { status?: number; message?: string };
	const page =
		status === 404
			? notice('Page not found', 'The envelope may have been deleted.')
			: notice('That did not work', message ?? 'Unknown error');
	sendPage(res, page, status);
}
