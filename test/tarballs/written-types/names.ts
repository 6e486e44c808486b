import type { Config, Middleware, TypedContainer } from '@app/core'
import app from './app.ts'
import container from './config/container.ts'

export const total: number | undefined = container.get('acme/ledger').totalOf('7')
export const greeting: string = container.get('config').greeting
export const url: string = app.url('/reports/{id}^GET', { id: 7 })
export const files = (services: TypedContainer): Middleware => services.get('@app/static')
export const more = { greeting: 'Good morning!', middleware_pipeline: {} } satisfies Config
app.pipe('acme/timing')

// @ts-expect-error a service that there is not
container.get('acme/legder')
// @ts-expect-error neither as middleware
app.pipe('acme/timer')
// @ts-expect-error a route that there is not
app.url('hom')
// @ts-expect-error a param that it does not have
app.url('/reports/{id}^GET', { name: '7' })
// @ts-expect-error a key that there is not
container.get('config').greting
// @ts-expect-error neither in configuration
export const misspelt = { greting: 'Good morning!' } satisfies Config
