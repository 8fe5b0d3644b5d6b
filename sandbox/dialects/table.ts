import type { Dialect } from './dialect';
import { archives } from './spoken/archives';
import { codes } from './spoken/codes';
import { downloads } from './spoken/downloads';
import { effects } from './spoken/effects';
import { extra } from './spoken/extra';
import { framing } from './spoken/framing';
import { writtenIds } from './spoken/ids';
import { left } from './spoken/left';
import { media } from './spoken/media';
import { nothing } from './spoken/nothing';
import { order } from './spoken/order';
import { pages } from './spoken/pages';
import { pdfs } from './spoken/pdfs';
import { problems } from './spoken/problems';
import { processing } from './spoken/processing';
import { shapes } from './spoken/shapes';
import { spelling } from './spoken/spelling';
import { writtenTimes } from './spoken/times';
import { touched } from './spoken/touched';
import { token } from './spoken/token';
import { values } from './spoken/values';

/**
 * Every dialect. An answer passes them from the first to the last, a request the other way round: what
 * the service says comes before how it spells it, and that before how it travels.
 */
export const DIALECTS: Dialect[] = [
	...shapes,
	...processing,
	...effects,
	...touched,
	...order,
	...pages,
	...values,
	...left,
	...extra,
	...writtenTimes,
	...writtenIds,
	...token,
	...problems,
	...spelling,
	...codes,
	...nothing,
	...pdfs,
	...archives,
	...media,
	...downloads,
	...framing,
];
