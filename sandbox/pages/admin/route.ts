import { Router, type Response } from 'express';

import type { Service } from '../../service/service';
import { EVENT_TYPES, TEST_EVENT } from '../../webhooks/options';
import { sendPage } from '../guard';
import { adminPage, type AdminState } from './view';

type Form = Record<string, string | string[] | undefined>;

/** What the service's administration page does: one webhook URL, its events, a test, the key. */
export function adminRoutes(service: Service): Router {
	const router = Router();
	const show = (res: Response, state?: AdminState, status = 200) =>
		sendPage(res, adminPage(service, state), status);

	router.get('/', (_req, res) => show(res));

	router.post('/', (req, res) => {
		const form = (req.body ?? {}) as Form;
		switch (form.action) {
			case 'save': {
				const refused = save(service, form);
				return refused
					? show(res, { refused }, 422)
					: show(res, { done: 'The webhook was saved.' });
			}
			case 'test': {
				const id = service.webhooks.send(TEST_EVENT);
				return service.webhooks.current
					? show(res, {
							done: `Test event ${id} was sent. Refresh the deliveries to see its result.`,
						})
					: show(res, {}, 409);
			}
			case 'reveal':
				return show(res, { reveal: true });
			case 'rotate':
				service.rotateSecret();
				return show(res, { done: 'There is a new client secret.' });
			default:
				return show(res, {}, 400);
		}
	});
	return router;
}

function save({ webhooks }: Service, form: Form): AdminState['refused'] {
	const url = String(form.url ?? '').trim();
	const events = [form.events ?? []]
		.flat()
		.filter((type) => EVENT_TYPES.some((each) => each === type));
	if (url === '') return void webhooks.configure(undefined);
	// All of them means those of the future, too.
	const chosen = events.length === EVENT_TYPES.length ? undefined : events;
	try {
		webhooks.configure({ ...webhooks.current, url, events: chosen });
		return undefined;
	} catch {
		const problem = 'Webhook URL: enter an http:// address on 127.0.0.1 or localhost.';
		return { url, events, problem };
	}
}
