export type { SignedRequest } from './signatureBase';
export {
	precheck,
	verify,
	type Expected,
	type InvalidReason,
	type UnverifiableReason,
	type Verdict,
} from './verify';
