export { properties } from './form';
export { ACTIVATED, LISTENING, PANEL, UNVERIFIED_HINT } from './texts/texts';
export { receive } from './webhook';
