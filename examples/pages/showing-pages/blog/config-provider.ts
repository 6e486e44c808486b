import type { ConfigProvider } from '@app/core'
import type {} from '@app/view'

export const configProvider: ConfigProvider = () => ({
  view: { folders: { blog: new URL('./templates/', import.meta.url) } },
})
