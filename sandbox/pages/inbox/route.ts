import type { RequestHandler } from 'express';

import type { Service } from '../../service/service';
import { sendPage } from '../guard';
import { inboxPage } from './view';

const ENVELOPES_PER_PAGE = 20;

/** All envelopes, newest first. */
export const inboxRoute =
	({ store }: Service): RequestHandler =>
	(req, res) => {
		const { pageAfter } = req.query;
		const cursor = typeof pageAfter === 'string' ? { pageAfter } : {};
		const { items, nextPage } = store.page(cursor, { pageSize: ENVELOPES_PER_PAGE });
		sendPage(res, inboxPage({ envelopes: items, nextPage, all: store.all() }));
	};
