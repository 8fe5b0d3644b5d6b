/** Why an event cannot be verified, for n8n's log: what is the matter, and what to do about it. */
export const REASONS = {
	credential:
		'The E-Signature credential of this node could not be read. Open the node and choose the credential again.',
	noSecret:
		"The E-Signature credential has no 'Webhook Secret', so nothing can be compared with the header. Enter it in the credential.",
	noHeader:
		"The 'Header Name' of this node is empty. Enter the name of the header with the secret.",
	noKey:
		"The E-Signature credential has no 'Client Secret' to verify signatures with. Enter it in the credential.",
	noAddress: "The address of this webhook is not known. Check n8n's WEBHOOK_URL.",
	noChoice: "No way to verify events is chosen. Choose one in 'Verification'.",
	otherAddress:
		"The event is signed with the right key, but for another address than this webhook's. Enter the address that the service sends to in the option 'Public URLs', or set n8n's WEBHOOK_URL.",
	coverage:
		"The signature does not cover the method, the path and the digest of the body, so it proves too little. If the service cannot sign them, choose another way in 'Verification'.",
	digest:
		"The event is signed with the right key, but its body has no digest by SHA-256 or SHA-512. If the service cannot send one, choose another way in 'Verification'.",
	algorithm:
		"The signature is made by another algorithm than hmac-sha256. If the service cannot use that one, choose another way in 'Verification'.",
	parameters:
		'The event is signed with the right key, but a parameter of its signature has the wrong type. Report this to the service.',
	components:
		'The signature covers a part of the request that did not arrive, or that this node cannot read. Check whether a proxy in front of n8n removes headers.',
	tooMuch:
		"The request names too many signatures or addresses to check them all. If the service sent it, enter the address that it sends to in the option 'Public URLs'.",
	mismatch:
		"A signature names the key of this node's credential but does not match, so the request was refused. If the service sent it, check the secret in the credential, and whether a proxy in front of n8n changes the request.",
	changedBody:
		"A signature names the key of this node's credential, but the body is not the one that was signed, so the request was refused. If the service sent it, check whether a proxy in front of n8n changes the body.",
} as const;
