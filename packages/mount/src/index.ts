export type { FetchHandler, FetchObject, MountOptions } from './mount.ts'
export { mount } from './mount.ts'
