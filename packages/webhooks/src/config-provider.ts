import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromSection } from '@app/core/extending'
import type { KeyStore } from '@app/idempotency'
import { type WebhookOptions, webhook } from './webhook.ts'

/** The name of the service that is the middleware `webhook()`, for the list of a route. */
export const WEBHOOK_SERVICE: ServiceName<Middleware> = '@app/webhooks'

/** The section `webhooks`: the options of `webhook()`. */
export interface WebhooksSection extends Omit<WebhookOptions, 'secrets' | 'seen'> {
  /** The secrets of the sender. A text is one secret, or several with commas between them. */
  readonly secrets?: string | WebhookOptions['secrets'] | undefined
  /** The name of a service that is a store of `@app/idempotency`; a service that is `null` keeps nothing. */
  readonly seen?: string | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/webhooks` reads. */
    readonly webhooks?: ConfigSection<WebhooksSection> | undefined
  }
}

/**
 * Makes the service `@app/webhooks` of the section `webhooks`, for routes that receive webhooks:
 * `middleware: ['@app/webhooks', 'acme/paid']`.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [WEBHOOK_SERVICE]: (container) =>
        fromSection<WebhooksSection, Middleware>(container, 'webhooks', ({ secrets, seen: name, ...rest }) => {
          if (name !== undefined) checkService(container, 'seen', name)
          const seen = name === undefined ? null : (container.get(name) as KeyStore | null)
          const list = typeof secrets === 'string' ? secrets.split(',').map((secret) => secret.trim()) : secrets
          return webhook({ ...rest, ...(list && { secrets: list }), ...(seen && { seen }) } as WebhookOptions)
        }),
    },
  },
})
