export * from './endpoints';
export * from './types';
export * from './values';
