export { refuseUnknown as refuseUnknownOwn } from './check-options.ts'
