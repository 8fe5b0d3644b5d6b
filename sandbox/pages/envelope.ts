import { Router } from 'express';

import { pdfSoFar } from '../service/evidence';
import { signersOf, type StoredEnvelope } from '../service/records';
import type { Service } from '../service/service';
import { findIn } from '../service/store';
import { sendPage, sendPdf } from './guard';
import { html, type Html } from './html';
import type { Page } from './layout';
import { documentPages } from './signing/documentPages';
import { labeledFields, type LabeledField } from './signing/fieldLabels';

/** The sender's view of an envelope, also before it is sent: the documents with the fields of all signers. */
export function envelopeRoutes({ store }: Service): Router {
	const router = Router();
	router.get('/:envelopeID', (req, res) =>
		sendPage(res, envelopePage(store.envelope(req.params.envelopeID))),
	);
	router.get('/:envelopeID/documents/:documentID', async (req, res) => {
		const { documents } = store.envelope(req.params.envelopeID);
		sendPdf(res, await pdfSoFar(findIn(documents, req.params.documentID, 'Document')));
	});
	return router;
}

export const envelopePath = ({ ID }: StoredEnvelope): string => `/envelopes/${ID}`;

interface Signer {
	email: string;
	/** Class of its color; there are eight. */
	color: string;
	fields: LabeledField[];
}

const COLORS = 8;

function envelopePage(envelope: StoredEnvelope): Page {
	const { name, documents } = envelope;
	const signers = signersOf(envelope).map((signer, index) => ({
		email: signer.email,
		color: `color-${(index % COLORS) + 1}`,
		fields: labeledFields(envelope, signer),
	}));
	return {
		title: `Fields of ${name}`,
		script: 'signing.js',
		main: html`<h1>Fields of ${name}</h1>
			<p>
				Where each signer will sign. This page is for the sender: nothing can be filled in here.
			</p>
			${legend(signers)}
			${documents.length === 0 && html`<p class="empty">There are no documents yet.</p>`}
			${documents.map((document) =>
				documentPages({
					document,
					pdf: `${envelopePath(envelope)}/documents/${document.ID}`,
					fieldsOn: (isMeant) =>
						signers.flatMap((signer) =>
							signer.fields
								.filter((each) => each.document === document && isMeant(each.field.page ?? 1))
								.map((each) => box(each, signer)),
						),
				}),
			)}`,
	};
}

function legend(signers: Signer[]): Html {
	if (signers.length === 0) return html`<p class="empty">There are no signers yet.</p>`;
	return html`<ul class="legend">
		${signers.map(
			({ email, color, fields }) =>
				html`<li>
					<span class="${color}">${email}</span> ${fields.length === 0 ? 'no' : fields.length}
					${fields.length === 1 ? 'field' : 'fields'}
				</li>`,
		)}
	</ul>`;
}

const box = ({ field, number, label }: LabeledField, { email, color }: Signer): Html =>
	html`<li
		class="field field-${field.type} box ${color}"
		data-box="${field.boundingBox.join(' ')}"
		data-number="${number}"
		data-color="${color}"
		title="${label}, ${email}"
	>
		${label}<br />${email}
	</li> `;
