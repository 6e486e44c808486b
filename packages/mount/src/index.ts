export type { FetchHandler, FetchObject, MountOptions } from './mount.ts'
export { mount } from './mount.ts'
export type { ProxyOptions, ProxyTarget } from './proxy.ts'
export { proxy } from './proxy.ts'
