import type { Service } from '../../service/service';
import { EVENT_TYPES } from '../../webhooks/options';
import { html, type Html } from '../html';
import { problemId, problemList, type Page } from '../layout';
import { deliveryTable } from './deliveryTable';

export interface AdminState {
	/** What was just done. */
	done?: string;
	/** Why the URL was not taken, and what was entered. */
	refused?: { url: string; events: string[]; problem: string };
	/** Show the client secret in clear. */
	reveal?: boolean;
}

export function adminPage(service: Service, { done, refused, reveal }: AdminState = {}): Page {
	const { current, deliveries } = service.webhooks;
	return {
		title: 'Administration',
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
				<p><a class="alone" href="/admin">Refresh</a></p>
				${deliveryTable(deliveries)}
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

/** The secret is the key of webhook signatures and of the API (supplement). */
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
			Rotating makes a new secret. Credentials and triggers that hold the old one stop working.
		</p>`;
