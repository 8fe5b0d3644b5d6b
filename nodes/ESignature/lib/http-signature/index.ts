export type { SignedRequest } from './signatureBase';
export {
	readSignatures,
	verify,
	type Expected,
	type Obstacle,
	type SignedContent,
	type Verdict,
} from './verify';
