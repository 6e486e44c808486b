import type { StandardSchemaV1 } from '@standard-schema/spec'
import { jsonShape } from './json-shape.ts'
import type { Shape } from './shape.ts'
import { isValibot, valibotShape } from './valibot-shape.ts'

/**
 * Returns the shape of a schema, which has the keys that the schema names. The shape is made once for each schema.
 *
 * The keys come from the Standard JSON Schema of the schema (zod, arktype), or from its structure (valibot). Without
 * either, the shape is `any`.
 */
export function shapeOf(schema: StandardSchemaV1): Shape {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const shape = isValibot(schema) ? valibotShape(schema) : jsonShape(schema)
  shapes.set(schema, shape)
  return shape
}

const shapes = new WeakMap<StandardSchemaV1, Shape>()
