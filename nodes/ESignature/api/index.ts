export * from './endpoints';
export * from './limits';
export * from './types';
export * from './values';
