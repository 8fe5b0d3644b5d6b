import { phoneOf, smsUnderWay } from '../../service/access';
import type { StoredEnvelope } from '../../service/records';
import { html, type Html } from '../html';
import { time, type Page } from '../layout';
import { participantRow } from './participantRow';

export interface Inbox {
	envelopes: StoredEnvelope[];
	nextPage?: string;
	/** Also those of other pages: the phone knows nothing of pages. */
	all: StoredEnvelope[];
}

export const inboxPage = ({ envelopes, nextPage, all }: Inbox): Page => ({
	title: 'Inbox',
	main: html`<h1>Inbox</h1>
		<p>
			Every envelope of the sandbox, newest first. Sign or decline here as any of the participants.
		</p>
		${phone(all)}
		${
			envelopes.length === 0 &&
			html`<p class="empty">
				There is no envelope yet. Create one with the n8n node or over the API.
			</p>`
		}
		${envelopes.map(card)}
		${
			nextPage !== undefined &&
			html`<p><a class="alone" href="/?pageAfter=${nextPage}">Older envelopes</a></p>`
		}`,
});

function card(envelope: StoredEnvelope): Html {
	const { ID, name, status, mode, lastModifiedAt, participants } = envelope;
	return html`<article class="card" aria-labelledby="envelope-${ID}">
		<h2 id="envelope-${ID}">${name}</h2>
		<p>
			<span class="state state-${status}">${status}</span> <span class="mode">${mode}</span>
			<span class="aside">Modified ${time(lastModifiedAt)}</span>
		</p>
		${
			participants.length === 0
				? html`<p class="aside">No participants yet.</p>`
				: html`<ul class="people">
						${participants.map((each) => participantRow(envelope, each))}
					</ul>`
		}
		<details>
			<summary>Events of ${name}</summary>
			${events(envelope)}
		</details>
	</article> `;
}

const events = ({ ID, audit }: StoredEnvelope): Html =>
	html`<p class="aside">Envelope ID <code>${ID}</code></p>
		<ol class="events">
			${audit.map(
				({ when, who, what, details = [] }) =>
					html`<li>
						${time(when)} <b>${who}</b>:
						${what}${
							details.length > 0 &&
							html`<ul>
								${details.map((detail) => html`<li>${detail}</li>`)}
							</ul>`
						}
					</li>`,
			)}
		</ol>`;

/** The sandbox has no phone, so the messages it would get stand here. */
function phone(envelopes: StoredEnvelope[]): Html | false {
	const messages = envelopes
		.filter(({ status }) => status !== 'drafted')
		.flatMap(({ name, participants }) =>
			participants.map((each) => ({ name, to: phoneOf(each), code: smsUnderWay(each) })),
		)
		.filter(({ code }) => code !== undefined);
	if (messages.length === 0) return false;
	return html`<section class="phone" id="phone" aria-labelledby="phone-title">
		<h2 id="phone-title">Simulated phone</h2>
		<p>The sandbox sends no real SMS. These messages would be on the participants' phones:</p>
		<ul>
			${messages.map(
				({ name, to, code }) =>
					html`<li>To ${to}: Your code for ${name} is <strong>${code}</strong></li>`,
			)}
		</ul>
	</section>`;
}
