import type { Finding } from './judge';

export interface Reason {
	explains: RegExp;
	/** With the place in docs/api.md that decides. */
	because: string;
}

/** Why the node and the sandbox may differ from the published description, which is older than docs/api.md. */
const REASONS: Reason[] = [
	{
		explains: /: Property "notificationsManagedBy" does not match additional/,
		because: 'The description does not know it (docs/api.md, Envelopes: `create-required`)',
	},
	{
		explains: / 400: \/: Property "validation_errors" does not match additional/,
		because:
			'Only the examples of the description have it (docs/api.md, Errors: `validation-errors-place`)',
	},
	{
		explains: /documents(:reorder)? 200: \/items\/\*: Property "statue" does not match additional/,
		because:
			'Only the examples of the description have it (docs/api.md, Documents: `document-status-key`)',
	},
	{
		explains: /boundingBox: Instance type "array" is invalid\. Expected "string"\./,
		because: 'Its own example is an array (docs/api.md, Fields: `box-type`)',
	},
	{
		explains: /^POST \S+\/documents 404: is not described$/,
		because: 'An ID in a path can always be unknown (docs/api.md, Documents)',
	},
	{
		explains:
			/^PATCH \S+\/documents\/\S+ 200: \/: Property "failureReason" does not match additional/,
		because: 'A document that failed can be renamed, too (docs/api.md, Documents)',
	},
];

/** What a person reads, and what decides: differences without a reason, and reasons without a difference. */
export function explained(findings: Map<Finding, Set<string>>, reasons = REASONS) {
	const all = [...findings].map(([finding, operations]) => ({
		finding,
		operations: [...operations].join(', '),
		reason: reasons.find(({ explains }) => explains.test(finding)),
	}));
	const unexplained = all.filter(({ reason }) => !reason);
	const unused = reasons.filter((reason) => !all.some((one) => one.reason === reason));
	return {
		lines: [
			...all
				.filter(({ reason }) => reason)
				.map(({ finding, reason }) => `${finding}\n    ${reason?.because}`),
			...unexplained.map(
				({ finding, operations }) => `NOT EXPLAINED: ${finding}\n    in ${operations}`,
			),
			...unused.map(({ because }) => `NOT NEEDED ANYMORE: ${because}`),
			`${all.length} differences from the description, ${unexplained.length} of them not explained.`,
		],
		isGood: unexplained.length + unused.length === 0,
	};
}
