import type { RequestHandler } from 'express';

import { phoneOf, smsUnderWay } from '../service/access';
import { signingPath, type StoredEnvelope, type StoredParticipant } from '../service/records';
import type { Service } from '../service/service';
import { nextSigners, waitsFor } from '../service/turns';
import { envelopePath } from './envelope';
import { sendPage } from './guard';
import { html, type Html, type Part } from './html';
import { time, type Page } from './layout';

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

interface Inbox {
	envelopes: StoredEnvelope[];
	nextPage?: string;
	/** Also those of other pages of the list. */
	all: StoredEnvelope[];
}

const inboxPage = ({ envelopes, nextPage, all }: Inbox): Page => ({
	title: 'Inbox',
	main: html`<h1>Inbox</h1>
		<p>
			All envelopes in the sandbox, newest first. Here you can sign or decline as any participant.
		</p>
		${phone(all)}
		${
			envelopes.length === 0 &&
			html`<p class="empty">
				There are no envelopes yet. Create one with the n8n node or the API.
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
		<p class="facts">
			<span>Status: <b class="state state-${status}">${status}</b></span>
			<span>Signing: <b>${mode}</b></span>
			<span>Modified: <b>${time(lastModifiedAt)}</b></span>
		</p>
		${
			participants.length === 0
				? html`<p class="aside">No participants yet.</p>`
				: html`<ul class="people">
						${participants.map((each) => participantRow(envelope, each))}
					</ul>`
		}
		<p><a class="alone" href="${envelopePath(envelope)}">Documents and fields of ${name}</a></p>
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

const METHODS = { AccessCode: 'asks for an access code', SMS: 'asks for an SMS code' };

/** A participant, what they have done, and the link to what they can do. */
function participantRow(envelope: StoredEnvelope, participant: StoredParticipant): Html {
	const { email, role, authentication } = participant;
	const path = signingPath(envelope, participant);
	const link = nextSigners(envelope).includes(participant)
		? html`<a class="button" href="${path}">Sign as ${email}</a>`
		: html`<a href="${path}">View as ${email}</a>`;
	return html`<li>
		<div>
			<b>${email}</b>
			<span class="aside"
				>${role === 'cc' ? 'copy' : 'signer'}${
					authentication && `, ${METHODS[authentication.type]}`
				}</span
			>
			<br />${standing(envelope, participant)} ${accessCode(envelope, participant)}
		</div>
		${envelope.status !== 'drafted' && link}
	</li> `;
}

/** The sandbox has no sender who could pass the code on, so it stands here. */
function accessCode({ status }: StoredEnvelope, { authentication }: StoredParticipant): Part {
	if (status === 'drafted' || authentication?.type !== 'AccessCode') return false;
	return html`<br /><span class="told"
			>The sender would have told them the access code
			<strong>${authentication.accessCode}</strong></span
		>`;
}

function standing(envelope: StoredEnvelope, participant: StoredParticipant): Part {
	const { role, signedAt, declinedAt } = participant;
	const { status } = envelope;
	if (signedAt) return html`Signed ${time(signedAt)}`;
	if (declinedAt) return html`Declined ${time(declinedAt)}`;
	if (status === 'drafted') return 'Not sent yet';
	if (role === 'cc') return 'Receives a copy';
	const before = waitsFor(envelope, participant);
	if (before) return `Waiting for ${before.email}`;
	return status === 'sent' ? 'Has not signed yet' : 'Did not sign';
}
