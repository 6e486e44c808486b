import { createHmac } from 'node:crypto'
import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import {
  type ConfigSection,
  checkOptions,
  fromEnvironment,
  fromSection,
  optionKind,
  passingSecret,
} from '@app/core/extending'

export const SIGNATURES: ServiceName<Middleware> = '@acme/signatures'

export interface SignaturesOptions {
  readonly key: string
  /** The header with the signature. Default: `signature`. */
  readonly header?: string
}

declare module '@app/core' {
  interface Config {
    readonly '@acme/signatures'?: ConfigSection<SignaturesOptions>
  }
}

const KINDS = { key: optionKind.required(optionKind.text), header: optionKind.text }

/** Signs the path of each response. */
export function signatures(options: SignaturesOptions): Middleware {
  const { key, header } = { header: 'signature', ...checkOptions('signatures()', options, KINDS) }
  return async (request, handler) => {
    const response = await handler(request)
    response.headers.set(header, createHmac('sha256', key).update(request.path).digest('base64url'))
    return response
  }
}

export const configProvider: ConfigProvider = () => ({
  '@acme/signatures': { key: fromEnvironment('ACME_SIGNATURES_KEY') },
  dependencies: {
    eager: [SIGNATURES],
    factories: {
      [SIGNATURES]: (container) =>
        fromSection<SignaturesOptions, Middleware>(container, '@acme/signatures', (section) => {
          const key = section.key ?? passingSecret('ACME_SIGNATURES_KEY')
          return signatures({ ...section, ...(key !== undefined && { key }) })
        }),
    },
  },
  middleware_pipeline: { [SIGNATURES]: { middleware: SIGNATURES } },
})
