export { properties } from './properties';
export { ACTIVATED, LISTENING, PANEL, UNVERIFIED_HINT } from './texts';
export { receive } from './webhook';
