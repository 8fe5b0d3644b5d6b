import type { NewField, NewParticipant } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import type { Ledger, Sent } from './ledger';
import type { OtherClientAct } from './faultPlan';

const ENVELOPES = '/sign/envelopes';
const ENVELOPE = `${ENVELOPES}/{envelopeID}` as const;
const PARTICIPANTS = `POST ${ENVELOPE}/participants` as const;
const FIELDS = `POST ${ENVELOPE}/documents/{documentID}/fields` as const;
const DOCUMENTS = `POST ${ENVELOPE}/documents` as const;

/** The other client sends almost the same request that we have just sent. */
export function actAsOtherClient(
	{ control }: Pick<Sandbox, 'control'>,
	ledger: Ledger,
	{ act, which }: OtherClientAct,
): void {
	const all = control.envelopes();
	const envelope = all[which % Math.max(1, all.length)];
	const ids = { envelopeID: envelope?.ID ?? '' };
	const last = (route: string) => ledger.sent.filter((sent) => sent.route === route).at(-1);
	switch (act) {
		case 'sameName': {
			const { name = 'NDA' } = (last(`POST ${ENVELOPES}`)?.body ?? {}) as { name?: string };
			const body = {
				// The final name: no other client uses the mark of an unfinished draft.
				name: name.replace(/ ?\[n8n [0-9a-f]{24}\]$/, ''),
				mode: 'parallel',
				notification: { subject: 'Please sign', body: 'Thank you' },
			};
			ledger.otherClient(() => control.act(`POST ${ENVELOPES}`, { ids: {}, body }));
			return;
		}
		case 'sameDocument': {
			const sent = last(DOCUMENTS);
			const upload = {
				metadata: JSON.stringify({ name: documentName(sent) }),
				payloads: [{ bytes: Buffer.from('%PDF-1.4 foreign'), fileName: 'foreign.pdf' }],
			};
			ledger.otherClient(() => control.act(DOCUMENTS, { ids: idsOf(sent) ?? ids, upload }));
			return;
		}
		case 'exactTwin':
		case 'otherTwin': {
			const sent = ledger.sent
				.filter(({ route }) => route === PARTICIPANTS || route === FIELDS)
				.at(-1);
			if (!sent) return;
			const ours = entryOf(sent, which);
			const twin = act === 'exactTwin' ? ours : otherThan(ours, which);
			const made = ledger.otherClient(() =>
				sent.route === FIELDS
					? control.act(FIELDS, { ids: idsOf(sent) as never, body: twin })
					: control.act(PARTICIPANTS, { ids: idsOf(sent) as never, body: twin }),
			);
			if (act !== 'otherTwin') made.forEach(({ ID }) => ledger.exactTwins.add(ID));
			return;
		}
		case 'deletes':
			return void ledger.otherClient(() => control.act(`DELETE ${ENVELOPE}`, { ids }));
		case 'sends':
			return void ledger.otherClient(() =>
				control.act(`POST ${ENVELOPE}:send-for-signing`, { ids }),
			);
		case 'cancels':
			return void ledger.otherClient(() => control.act(`PUT ${ENVELOPE}:cancel`, { ids }));
		case 'removesSomebody': {
			const participantID = envelope?.participants.at(-1)?.ID ?? '';
			ledger.otherClient(() =>
				control.act(`DELETE ${ENVELOPE}/participants/{participantID}`, {
					ids: { ...ids, participantID },
				}),
			);
		}
	}
}

const documentName = (sent: Sent | undefined): string => {
	const { metadata } = (sent?.body ?? {}) as { metadata?: { text?: string } };
	return (JSON.parse(metadata?.text ?? '{"name":"contract.pdf"}') as { name: string }).name;
};

function idsOf(sent: Sent | undefined): { envelopeID: string; documentID: string } | undefined {
	const [, envelopeID, documentID = ''] =
		/^\/sign\/envelopes\/([^/:]+)(?:\/documents\/([^/:]+))?/.exec(sent?.path ?? '') ?? [];
	return envelopeID ? { envelopeID, documentID } : undefined;
}

type Entry = NewParticipant | NewField;

function entryOf({ body }: Sent, which: number): Entry {
	const { items } = body as { items?: Entry[] };
	return items ? (items[which % items.length] as Entry) : (body as Entry);
}

/** Alike at first sight: the same email address, or the same place on the page. */
function otherThan(entry: Entry, which: number): Entry {
	if (!('email' in entry)) return { ...entry, label: 'otherClient' } as NewField;
	return which % 2 === 0
		? { ...entry, role: entry.role === 'cc' ? 'signer' : 'cc' }
		: { ...entry, authentication: { type: 'AccessCode', accessCode: 'foreign-code' } };
}
