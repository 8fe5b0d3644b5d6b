import type { NextFunction, Request, Response } from 'express';

import { isForMachine } from '../http/loopback';
import { layout, notice, type Page } from './layout';

const HEADERS = {
	'Content-Security-Policy':
		"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	// The address of a signing page is a secret.
	'Referrer-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

export function sendPage(res: Response, page: Page, status = 200): void {
	// The answer to a form is shown again on the way back only if the browser may keep it.
	if (status === 422) res.set('Cache-Control', 'private, no-cache');
	res.status(status).type('html').send(layout(page));
}

export function sendPdf(res: Response, pdf: Buffer): void {
	// The viewers of browsers are plugins, which the policy of the pages does not allow.
	res.set('Content-Security-Policy', "frame-ancestors 'none'").type('pdf').send(pdf);
}

/** For every page: its headers, a caller on this machine, and changes from our own forms only. */
export function guard(req: Request, res: Response, next: NextFunction): void {
	res.set(HEADERS);
	if (!isForMachine(req)) {
		const text = 'Open these pages at 127.0.0.1 or localhost.';
		return sendPage(res, notice('Wrong address', text), 403);
	}
	const reading = req.method === 'GET' || req.method === 'HEAD';
	if (reading || isOwnForm(req)) return next();
	const text = 'This change did not come from a form of the sandbox, so nothing was changed.';
	sendPage(res, notice('Not accepted', text), 403);
}

/** By the header that scripts cannot set; by the origin where a browser does not send it. */
function isOwnForm({ headers }: Request): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined) return site === 'same-origin';
	return headers.origin === `http://${headers.host}`;
}
