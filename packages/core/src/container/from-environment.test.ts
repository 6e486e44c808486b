import { defineConfig, env, explain, resolveConfig } from '@app/config'
import { expect, test } from 'vitest'
import { fromEnvironment } from '../extending.ts'

test.each([{}, { SECRET: 'x' }])(
  'fromEnvironment() returns the same value as env() of @app/config if the environment variables are %o',
  async (variables) => {
    const config = await resolveConfig(defineConfig([{ a: fromEnvironment('SECRET'), b: env('SECRET', null) }]), {
      env: variables,
    })
    expect(config).toEqual({ a: variables.SECRET ?? null, b: variables.SECRET ?? null })
    const [a, b] = explain(config)
    expect(a?.env).toEqual(b?.env)
  },
)
