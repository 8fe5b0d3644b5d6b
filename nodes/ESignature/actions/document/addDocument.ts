import type { Document, UUID } from '../../api';
import { settleByAnswer, type Call } from '../../core';
import { GIVEN_OUT, giveOut, isGivenOut } from '../givenOut';
import { couldBe } from '../names';
import { loaded, type Upload } from './upload';

const DOCUMENTS = '/sign/envelopes/{envelopeID}/documents';

/**
 * Uploads one document. When the answer is lost nothing is adopted: a document of the same name may be
 * somebody else's. An answer about another document is read again: what bears the answered ID and then has
 * the name was made by this request.
 */
export async function addDocument(call: Call, envelopeID: UUID, upload: Upload): Promise<Document> {
	const body = await loaded(upload);
	const { name } = body.metadata;
	const fits = (document: Document) => couldBe(name, document.name);
	let answered: Document | undefined;
	const added = await call.request(`POST ${DOCUMENTS}`, {
		envelopeID,
		body,
		objection: (document) => {
			if (isGivenOut(call, document)) return GIVEN_OUT;
			answered = document;
			if (!fits(document)) return 'It is about another document.';
			giveOut(call, document);
			return undefined;
		},
		settle: async () =>
			await settleByAnswer(
				call,
				answered,
				async ({ ID: documentID }) =>
					await call.request(`GET ${DOCUMENTS}/{documentID}`, { envelopeID, documentID }),
				fits,
			),
		lookAt: `Look at the documents of envelope ${envelopeID} for '${await call.shown(name)}', added at about ${new Date().toISOString()}.`,
	});
	giveOut(call, added);
	return added;
}
