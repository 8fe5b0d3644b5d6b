import { Router, type Response } from 'express';

import type { Service } from '../service/service';
import { EVENT_TYPES, TEST_EVENT, type Delivery } from '../webhooks/options';
import { sendPage } from './guard';
import { html, type Html, type Part } from './html';
import { problemId, problemList, time, type Page } from './layout';

type Form = Record<string, string | string[] | undefined>;

/** Like the service's administration page: one webhook URL, its events, a test, the key. */
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
					? show(res, { done: `Test event ${id} was sent. Its result will appear below.` })
					: show(res, {}, 409);
			}
			case 'reveal':
				return show(res, { reveal: true });
			case 'rotate':
				service.rotateSecret();
				return show(res, { done: 'A new client secret was created.' });
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
	// "All" includes events that are added later.
	const chosen = events.length === EVENT_TYPES.length ? undefined : events;
	try {
		webhooks.configure({ ...webhooks.current, url, events: chosen });
		return undefined;
	} catch {
		const problem = 'Webhook URL: enter an http:// address on 127.0.0.1 or localhost.';
		return { url, events, problem };
	}
}

interface AdminState {
	/** A message about the last action. */
	done?: string;
	/** Why the URL was not taken, and what was entered. */
	refused?: { url: string; events: string[]; problem: string };
	/** Show the client secret in clear. */
	reveal?: boolean;
}

function adminPage(service: Service, { done, refused, reveal }: AdminState = {}): Page {
	const { current, deliveries } = service.webhooks;
	return {
		title: 'Administration',
		script: 'admin.js',
		main: html`<h1>Administration</h1>
			${
				done !== undefined &&
				html`<p class="done" role="status" tabindex="-1" autofocus>${done}</p>`
			}
			${refused && problemList('The webhook was not saved', [{ at: 'url', text: refused.problem }])}
			<section class="card" aria-labelledby="webhook">
				<h2 id="webhook">Webhook</h2>
				${webhookForm(
					refused ?? { url: current?.url ?? '', events: current?.events ?? [...EVENT_TYPES] },
					refused !== undefined,
				)}
				<form method="post">
					<button
						class="quiet"
						name="action"
						value="test"
						${!current && html` disabled aria-describedby="test-hint"`}
					>
						Send test event
					</button>
					${!current && html`<p class="aside" id="test-hint">Save a webhook URL first.</p>`}
				</form>
			</section>
			<section class="card" aria-labelledby="key">
				<h2 id="key">Key</h2>
				${key(service, reveal)}
			</section>
			<section class="card" aria-labelledby="deliveries">
				<h2 id="deliveries">Deliveries</h2>
				<div id="delivered">${deliveryTable(deliveries)}</div>
			</section>`,
	};
}

function webhookForm({ url, events }: { url: string; events: string[] }, wrong: boolean): Html {
	return html`<form method="post" class="stack" novalidate>
		<label for="url">Webhook URL</label>
		<input
			id="url"
			name="url"
			type="url"
			value="${url}"
			autocomplete="off"
			spellcheck="false"
			aria-describedby="${wrong && `${problemId('url')} `}url-hint"
			${wrong && html` aria-invalid="true"`}
		/>
		<p class="aside" id="url-hint">
			An http address on this machine, such as the Production URL of an n8n trigger. Leave it empty
			to send no events.
		</p>
		<fieldset>
			<legend>Events</legend>
			<ul class="choices">
				${EVENT_TYPES.map(
					(type) =>
						html`<li>
							<label
								><input
									type="checkbox"
									name="events"
									value="${type}"
									${events.includes(type) && html` checked`}
								/>
								${type}</label
							>
						</li>`,
				)}
			</ul>
		</fieldset>
		<button name="action" value="save">Save webhook</button>
	</form>`;
}

/** The secret is the key of webhook signatures and of the API (docs/api.md, Webhooks). */
const key = ({ settings }: Service, reveal = false): Html =>
	html`<dl>
			<dt>Key ID (client ID)</dt>
			<dd><code>${settings.clientId}</code></dd>
			<dt>Client secret</dt>
			<dd>${reveal ? html`<code id="secret">${settings.clientSecret}</code>` : 'Hidden'}</dd>
		</dl>
		<form method="post" class="row">
			<button class="quiet" name="action" value="reveal">Show client secret</button>
			<button class="danger" name="action" value="rotate">Rotate client secret</button>
		</form>
		<p class="aside">
			Rotating creates a new secret. Credentials and triggers with the old one stop working.
		</p>`;

const MAX_DELIVERIES = 100;

/** The latest attempts first. */
function deliveryTable(deliveries: readonly Delivery[]): Html {
	if (deliveries.length === 0) return html`<p class="empty">Nothing has been delivered yet.</p>`;
	return html`<div class="scroll" role="region" aria-label="Table of deliveries" tabindex="0">
		<table>
			<thead>
				<tr>
					<th scope="col">Time</th>
					<th scope="col">Event</th>
					<th scope="col">Attempt</th>
					<th scope="col">Result</th>
					<th scope="col">Next attempt</th>
				</tr>
			</thead>
			<tbody>
				${deliveries.slice(-MAX_DELIVERIES).reverse().map(deliveryRow)}
			</tbody>
		</table>
	</div>`;
}

const deliveryRow = ({ event, attempt, at, retryAt, url, ...outcome }: Delivery): Html =>
	html`<tr>
		<td>${time(at)}</td>
		<td>
			<b>${event.type}</b><br /><code>${event.id}</code><br /><span class="aside">${url}</span>
		</td>
		<td data-heading="Attempt">${attempt}</td>
		<td data-heading="Result">${result(outcome)}</td>
		<td data-heading="Next attempt">${retryAt === undefined ? 'None' : time(retryAt)}</td>
	</tr> `;

function result({ status, error }: Pick<Delivery, 'status' | 'error'>): Part {
	if (status === undefined) return `No answer: ${error}`;
	return status < 300 ? `Delivered (${status})` : `Refused (${status})`;
}
