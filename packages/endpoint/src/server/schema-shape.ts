import type { StandardSchemaV1 } from '@standard-schema/spec'
import { jsonShape } from './json-shape.ts'
import type { Shape } from './shape.ts'
import { isValibot, valibotShape } from './valibot-shape.ts'

/**
 * The keys that a schema names, found once for each schema.
 *
 * They come from its Standard JSON Schema (zod, arktype), or from its structure (valibot). For other libraries nothing
 * is known.
 */
export function shapeOf(schema: StandardSchemaV1): Shape {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const shape = isValibot(schema) ? valibotShape(schema) : jsonShape(schema)
  shapes.set(schema, shape)
  return shape
}

const shapes = new WeakMap<StandardSchemaV1, Shape>()
