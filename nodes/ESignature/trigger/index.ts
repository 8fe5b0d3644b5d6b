export { properties } from './form';
export { ACTIVATED, LISTENING, PANEL, UNVERIFIED_HINT } from './texts';
export { receive } from './webhook';
