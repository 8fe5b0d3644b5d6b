import type { Delivery } from '../../webhooks/options';
import { html, type Html, type Part } from '../html';
import { time } from '../layout';

const MOST = 100;

/** The latest attempts first. */
export function deliveryTable(deliveries: readonly Delivery[]): Html {
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
				${deliveries.slice(-MOST).reverse().map(row)}
			</tbody>
		</table>
	</div>`;
}

const row = ({ event, attempt, at, retryAt, url, ...outcome }: Delivery): Html =>
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
