export { refuseUnknown as refuseUnknownOwn } from '@app/checks'
