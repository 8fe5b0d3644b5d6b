import { Router, type Request } from 'express';

import { Refusal } from '../../http/problems';
import { openedAt, sendSmsCode } from '../../service/access';
import { auditTrailPdf, pdfSoFar, sealedPdf } from '../../service/evidence';
import type { Service } from '../../service/service';
import { findIn } from '../../service/store';
import { waitsFor } from '../../service/turns';
import { sendPage, sendPdf } from '../guard';
import { notice, type Page } from '../layout';
import { ACTIONS } from './answers';
import { codePage } from './codePage';
import { donePage } from './donePage';
import type { Form } from './entries';
import { signPage } from './signPage';
import { viewPage } from './viewPage';
import { visitorOf, type Visitor } from './visitor';

const PATH = '/:envelopeID/:key';

/** Everything behind a signing link. */
export function signingRoutes(service: Service): Router {
	const router = Router();

	router.get(PATH, (req, res) => sendPage(res, pageFor(service, visitorOf(service, req))));

	router.post(PATH, (req, res) => {
		const visitor = visitorOf(service, req);
		const form = (req.body ?? {}) as Form;
		const action = Object.hasOwn(ACTIONS, String(form.action))
			? ACTIONS[String(form.action)]
			: undefined;
		// The form is outdated: show the current state, and change nothing.
		if (action?.needs !== visitor.may) return sendPage(res, pageFor(service, visitor), 409);
		action.run(service, visitor, form, res);
	});

	router.get(`${PATH}/done`, (req, res) => {
		const visitor = visitorOf(service, req);
		const { signedAt, declinedAt } = visitor.participant;
		const done = (signedAt ?? declinedAt) !== undefined && visitor.may === 'view';
		sendPage(res, done ? donePage(visitor) : pageFor(service, visitor));
	});

	router.get(`${PATH}/documents/:documentID`, async (req, res) => {
		const { envelope } = reader(service, req);
		const document = findIn(envelope.documents, String(req.params.documentID), 'Document');
		const isSealed = envelope.status === 'sealed';
		sendPdf(res, isSealed ? await sealedPdf(envelope, document) : await pdfSoFar(document));
	});

	router.get(`${PATH}/audit-trail`, async (req, res) => {
		sendPdf(res, await auditTrailPdf(reader(service, req).envelope));
	});
	return router;
}

/** Only for those who may see the documents at present. */
function reader(service: Service, req: Request): Visitor {
	const visitor = visitorOf(service, req);
	if (visitor.may === 'sign' || visitor.may === 'view') return visitor;
	throw new Refusal(403, 'Open the signing page first: the documents cannot be shown yet.');
}

function pageFor(service: Service, visitor: Visitor): Page {
	const { envelope, participant, may } = visitor;
	switch (may) {
		case 'nothing':
			return notice(
				'Not sent yet',
				'The sender is still working on this envelope. Come back later.',
			);
		case 'wait':
			return notice(
				'It is not your turn yet',
				`${envelope.name} is signed in a fixed order. Waiting for ${waitsFor(envelope, participant)?.email}.`,
			);
		case 'enterCode':
			if (participant.authentication?.type === 'SMS') sendSmsCode(service, envelope, participant);
			return codePage(visitor);
		case 'sign':
			return signPage(visitor, {
				form: {},
				problems: {},
				openedAt: openedAt(service, envelope, participant),
			});
		case 'view':
			return viewPage(visitor);
	}
}
