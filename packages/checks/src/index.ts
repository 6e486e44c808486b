export { checkOptions, OptionError, type OptionKind, optionKind, refuseUnknown } from './check-options.ts'
export { nearest, nearestNames } from './nearest.ts'
export { allowsOrigin, isOrigin, type Origins } from './origins.ts'
export { describeValue, isClass, isMap, printable } from './value-kinds.ts'
