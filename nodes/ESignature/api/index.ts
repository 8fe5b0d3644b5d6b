export * from './endpoints';
export * from './limits';
export * from './mediaTypes';
export * from './types';
export * from './values';
